import { expect, test } from 'vitest'
import { readCondition, readNotedSearch, readParams } from './read-params.ts'

const qp = (value: string) => ({ field: 'message', op: 'qp', value })
const searches: [text: string, filter: object[], notes: number][] = [
  ['', [], 0],
  ['disk full', [qp('disk full')], 0],
  [
    'failed host:fw-* severity<=err',
    [qp('failed'), { field: 'host', op: 'eq', value: 'fw-*' }, { field: 'severity', op: 'le', value: 3 }],
    0,
  ],
  ['program!=cron', [{ field: 'program', op: 'ne', value: 'cron' }], 0],
  ['srcip:10.*', [{ field: 'SrcIP', op: 'eq', value: '10.*' }], 0],
  ['status:500', [{ field: 'ut_status', op: 'eq', value: '500' }], 0],
  ['-status:500', [{ field: 'ut_status', op: 'ne', value: '500' }], 0],
  ['status in (500, 502)', [{ field: 'ut_status', op: 'eq', value: ['500', '502'] }], 0],
  [
    'status:[500 TO 599]',
    [
      { field: 'ut_status', op: 'ge', value: '500' },
      { field: 'ut_status', op: 'le', value: '599' },
    ],
    0,
  ],
  ['status:actionable', [{ field: 'status', op: 'eq', value: 1 }], 0],
  ['Severity>=15', [{ field: 'ut_severity', op: 'ge', value: '15' }], 0],
  ['facility:99', [qp('facility:99')], 1],
  ['uid=0', [qp('uid=0')], 1],
  ['host:a | error', [{ any: [{ field: 'host', op: 'eq', value: 'a' }, qp('error')] }], 0],
  ['host:a | uid=0', [qp('host:a | uid=0')], 2],
]
test.each(searches)('search %s', (text, filter, notes) => {
  const read = readNotedSearch(text, new Set(['SrcIP', 'status', 'severity']))
  expect(read.filter).toEqual(filter)
  expect(read.notes).toHaveLength(notes)
})

test.each([
  ['(a | b', 'The search cannot be read: expected ")" after "(a | b".'],
  ['| b', 'The search cannot be read: expected a word, a phrase or "(" at its start.'],
])('search %s is refused with its place', (text, message) => {
  expect(() => readNotedSearch(text, new Set())).toThrow(message)
})

const conditions: [text: string, condition: object][] = [
  ['host=fw-1', { field: 'host', op: 'eq', value: 'fw-1' }],
  ['severity<=err', { field: 'severity', op: 'le', value: 3 }],
  ['uid=0', { field: 'uid', op: 'eq', value: '0' }],
  ['program:"my app"', { field: 'program', op: 'eq', value: 'my app' }],
  ['host in (a, b)', { field: 'host', op: 'eq', value: ['a', 'b'] }],
  ['{"field": "Tag with spaces", "value": ["x"]}', { field: 'Tag with spaces', value: ['x'] }],
]
test.each(conditions)('condition %s', (text, condition) => expect(readCondition(text)).toEqual(condition))

test.each(['', 'error', 'host=a program=b', 'host=a error', 'severity=loud', '{"field": '])(
  'condition %s is refused',
  text => expect(() => readCondition(text)).toThrow(/^--filter /),
)

test('--range is read in the time zone of the params, and --timezone overrides it', async () => {
  const rangeIn = async (timezone: string | undefined) => {
    const options = { range: '2026-03-01 12:00 to 2026-03-01 13:00', ...(timezone && { timezone }) }
    const { params } = await readParams(options, { time_range: { timezone: 'Asia/Tokyo' } }, undefined)
    return params.time_range
  }
  const noonInTokyo = Date.parse('2026-03-01T12:00:00+09:00') / 1_000
  expect(await rangeIn(undefined)).toMatchObject({ timezone: 'Asia/Tokyo', ts_from: noonInTokyo })
  const noonInUtc = Date.parse('2026-03-01T12:00:00Z') / 1_000
  expect(await rangeIn('UTC')).toMatchObject({ timezone: 'UTC', ts_from: noonInUtc })
})

test('--compare-to is a range in the same words and zone', async () => {
  const read = async (compare_to: unknown) =>
    (await readParams({ timezone: 'Asia/Tokyo' }, { compare_to }, undefined)).params.compare_to
  const noon = Date.parse('2026-03-01T12:00:00+09:00') / 1_000
  expect(await read('2026-03-01 12:00 to 13:00')).toEqual({
    ...{ ts_from: noon, ts_to: noon + 3_600 },
    timezone: 'Asia/Tokyo',
  })
  expect(await read({ preset: 'yesterday' })).toEqual({ preset: 'yesterday' })
  await expect(read('a while ago')).rejects.toThrow('--compare-to a while ago: expected')
})
