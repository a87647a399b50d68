import { expect, test } from 'vitest'
import { gaugeOf } from './host-gauge.ts'

const gib = 1024 ** 3
const totals = { used: { count: 1, last_ts: 60 } }
const period = { ts_from: 60, ts_to: 120 }

test.each([
  [
    'System_CPU',
    { usage_user: 50, usage_idle: 140, usage_iowait: 10 },
    { share: 0.25, text: 'of 2 processors' },
  ],
  [
    'System_Memory',
    { used: gib, buffered: 0, cached: gib, free: 2 * gib },
    { share: 0.25, text: '1 GiB / 4 GiB' },
  ],
  ['System_DF', { used: 2 * gib, reserved: gib, free: gib }, { share: 0.75, text: '3 GiB / 4 GiB' }],
] as const)('%s', (type, figures, wanted) => {
  expect(gaugeOf(type, { totals, details: [{ ...period, ...figures }] })).toMatchObject(wanted)
})

test('there is none without samples, and for what is no share', () => {
  expect(gaugeOf('System_IOPS', { totals, details: [{ ...period, reads: 1 }] })).toBeUndefined()
  expect(gaugeOf('System_DF', { totals: { used: { count: 0, last_ts: null } }, details: [] })).toBeUndefined()
})
