import { expect, test } from 'vitest'
import { BodyText } from '../body/body-text.ts'
import { JsonPullParser } from '../body/json-pull-parser.ts'
import { ValueBudget } from '../body/value-budget.ts'
import { EventReader } from './event-reader.ts'
import { readFirehose } from './firehose.ts'

const receivedAt = 1_767_225_700_000_000

test.each<[name: string, value: object, wanted: object]>([
  [
    'the Windows agent',
    {
      host: 'WIN1',
      program: 'Security',
      extra_fields: { event_id: '4624', severity: '3', facility: '20', ts: '1767225600.123456' },
      message: 'm',
    },
    { ts: 1_767_225_600_123_456, severity: 3, facility: 20, host: 'WIN1', program: 'Security' },
  ],
  ['a number', { message: 'm', extra_fields: { ts: 1767225600.5 } }, { ts: 1_767_225_600_500_000 }],
  [
    'members beside the message go before',
    {
      message: 'm',
      ts: 1767225601,
      severity: 4,
      facility: 1,
      extra_fields: { ts: '1', severity: '0', facility: '2' },
    },
    { ts: 1_767_225_601_000_000, severity: 4, facility: 1 },
  ],
  [
    'a priority beside the message goes before',
    { message: 'm', priority: 187, extra_fields: { severity: '0', facility: '2' } },
    { severity: 3, facility: 23 },
  ],
  [
    'invalid values',
    { message: 'm', extra_fields: { ts: 'yesterday', severity: 'x', facility: '' } },
    { ts: receivedAt, severity: 6, facility: 1 },
  ],
  ['an empty time', { message: 'm', extra_fields: { ts: '' } }, { ts: receivedAt }],
])('time, severity and facility among the extra fields: %s', (_, value, wanted) => {
  const reader = new EventReader('192.0.2.9', receivedAt)
  expect(reader.read(value, 0)).toMatchObject(wanted)
  expect(reader.faults).toEqual([])
})

test('a time among the extra fields that Number cannot convert is a fault', () => {
  const reader = new EventReader('192.0.2.9', receivedAt)
  const ts = { toString: 1, valueOf: 1 }
  expect(reader.read({ message: 'm', extra_fields: { ts } }, 0)).toBeUndefined()
  expect(reader.faults).toEqual([
    { index: 0, field: 'extra_fields.ts', message: 'must be a string or a number' },
  ])
})

test('a log event of CloudWatch may have any JSON as message and timestamp', async () => {
  const odd = { toString: 1, valueOf: 1 }
  const logs = { messageType: 'DATA_MESSAGE', logEvents: [{ message: odd, timestamp: odd }] }
  const data = Buffer.from(JSON.stringify(logs)).toString('base64')
  const body = new BodyText(Buffer.from(JSON.stringify([{ data }])))
  const reader = new EventReader('192.0.2.9', receivedAt)
  const records = new JsonPullParser(body, new ValueBudget())
  const events = await readFirehose('1', records, reader, { maxBytes: 10_000, textEncoding: 'utf-8' })
  expect(events).toMatchObject([{ message: JSON.stringify(odd), ts: receivedAt }])
})
