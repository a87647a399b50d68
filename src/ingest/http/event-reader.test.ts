import { expect, test } from 'vitest'
import { EventReader } from './event-reader.ts'

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
