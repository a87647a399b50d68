import { expect, test } from 'vitest'
import { namesOfTags, tagLookups, tagNamed } from './tag-lookup.ts'

test.each<[text: string, names: string[]]>([
  ['failed host:fw-1 severity<=err', []],
  ['status:500', ['status']],
  ['status:[500 TO 599] status:actionable', ['status']],
  ['severity:[3 TO 99]', ['severity']],
  ['host>5 counter:x ut_status:500', ['host', 'counter']],
  ['bytes >= 3 -srcip:10.* SrcIP in (a, b)', ['bytes', 'srcip', 'SrcIP']],
  ['"uid=0" http://web-1/x?a=b', []],
  [Array.from({ length: 20 }, (_, i) => `t${i}=1`).join(' '), Array.from({ length: 10 }, (_, i) => `t${i}`)],
])('of %s only tags can explain %j', (text, names) => {
  expect(namesOfTags(text)).toEqual(names)
})

test('a name is looked up in the searched range and in the last days', () => {
  const recent = { preset: 'last_7_days', prefix: 'SrcIP', limit: '5' }
  expect(tagLookups('SrcIP', {})).toEqual([recent])
  expect(tagLookups('SrcIP', { ts_from: 1, ts_to: 2, step: 60, timezone: 'UTC' })).toEqual([
    { ts_from: '1', ts_to: '2', timezone: 'UTC', prefix: 'SrcIP', limit: '5' },
    recent,
  ])
})

test('a tag is named as it is written, or else as the only one that differs in case', () => {
  const tags = new Set(['SrcIP', 'srcip', 'Bytes'])
  expect(['srcip', 'bytes', 'SRCIP', 'uid'].map(name => tagNamed(name, tags))).toEqual([
    'srcip',
    'Bytes',
    undefined,
    undefined,
  ])
})
