import { expect, test } from 'vitest'
import { loopElement } from '../../schema/forwarding/loop-detection.ts'
import type { Protocol } from '../body/submission.ts'
import { readWith } from '../receivers/testing/read-with.ts'
import { blankEvent } from './blank-event.ts'
import { keepForwarders } from './forwarded.ts'

const mark = { key: 'forwarded_by', value: { stringValue: 'one' } }
function otlp(resource: object, record: object = {}) {
  const logRecords = [{ body: { stringValue: 'm' }, ...record }]
  return { resourceLogs: [{ ...resource, scopeLogs: [{ logRecords }] }] }
}

const table: [via: unknown, isLoop: boolean, tag: string | undefined][] = [
  [undefined, false, undefined],
  ['', false, ''],
  ['two', false, 'two'],
  ['one', true, undefined],
  ['two,one', true, undefined],
  ['onetwo,two', false, 'onetwo,two'],
  [['one'], false, undefined],
]

test.each(table)('forwarded by %j: a loop %s', (via, wanted, tag) => {
  const event = blankEvent('fw-1', 0)
  if (via !== undefined) event.extra = { [`SDATA.${loopElement}.via`]: via }
  expect(keepForwarders(event, 'one')).toBe(!wanted)
  expect(event.tags.forwarded_by).toBe(tag)
})

test.each(['tags', 'extra'] as const)('the names may be in %s, from other protocols', member => {
  const back = { ...blankEvent('fw-1', 0), [member]: { forwarded_by: 'two,one' } }
  expect(keepForwarders(back, 'one')).toBe(false)
  const other = { ...blankEvent('fw-1', 0), [member]: { forwarded_by: 'two', a: 'b' } }
  expect(keepForwarders(other, 'one')).toBe(true)
  expect(other.tags.forwarded_by).toBe('two')
})

test.each<[protocol: Protocol, path: string, body: unknown]>([
  ['elasticsearch', '/_bulk', '{"create":{}}\n{"message":"m","forwarded_by":"two,one"}\n'],
  ['elasticsearch', '/_bulk', '{"create":{}}\n{"message":"m","labels":{"forwarded_by":"one"}}\n'],
  ['loki', '/push', { streams: [{ stream: { forwarded_by: 'one' }, values: [['1', 'm']] }] }],
  ['loki', '/push', { streams: [{ stream: { a: 'b' }, values: [['1', 'm', { forwarded_by: 'one' }]] }] }],
  ['otlp', '/logs', otlp({ resource: { attributes: [mark] } })],
  ['otlp', '/logs', otlp({}, { attributes: [mark] })],
  ['splunk', '/event', { event: 'm', fields: { forwarded_by: 'two,one' } }],
  ['splunk', '/event', { event: { message: 'm', forwarded_by: 'one' } }],
  ['gelf', '', { version: '1.1', host: 'a', short_message: 'm', _forwarded_by: 'one' }],
  ['gelf', '', { version: '1.1', host: 'a', short_message: 'm', _forwarded_by: `${'x,'.repeat(200)}one` }],
])('%s%s: an event that comes back is recognised: %j', (protocol, path, body) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const { events } = readWith(protocol, text, { path })
  expect(events.map(one => keepForwarders(one, 'one'))).toEqual([false])
})

test.each<[protocol: Protocol, path: string, body: unknown]>([
  [
    'loki',
    '/push',
    {
      streams: [
        { stream: { forwarded_by: 'two', level: 'error' }, values: [['1', 'm', { id: '7', a: 'b' }]] },
      ],
    },
  ],
  [
    'otlp',
    '/logs',
    otlp(
      { resource: { attributes: [{ key: 'forwarded_by', value: { stringValue: 'two' } }] } },
      {
        severityNumber: 17,
        attributes: [
          { key: 'log.record.uid', value: { stringValue: '7' } },
          { key: 'a', value: { stringValue: 'b' } },
        ],
      },
    ),
  ],
])('%s: the id and the fields of a forwarded event do not become tags', (protocol, path, body) => {
  const { events } = readWith(protocol, JSON.stringify(body), { path })
  expect(events).toMatchObject([{ severity: 3 }])
  expect(events.map(({ tags, extra }) => ({ ...extra, ...tags }))).toEqual([{ a: 'b', forwarded_by: 'two' }])
})
