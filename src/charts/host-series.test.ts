import { expect, test } from 'vitest'
import { hostSeries } from './host-series.ts'

const totals = (count: number, last_ts: number | null) => ({ count, last_ts })
const period = (at: number, figures: Record<string, number>) => ({ ts_from: at, ts_to: at + 10, ...figures })

test('periods before the first sample and after the last are left out, and series that stay at zero', () => {
  const series = hostSeries('System_CPU', {
    totals: { usage_user: totals(2, 20) },
    details: [
      period(0, { usage_user: 0, usage_system: 0, usage_nice: 0, usage_idle: 0 }),
      period(10, { usage_user: 30, usage_system: 10, usage_nice: 0, usage_idle: 160 }),
      period(20, { usage_user: 40, usage_system: 0, usage_nice: 0, usage_idle: 160 }),
      period(30, { usage_user: 0, usage_system: 0, usage_nice: 0, usage_idle: 0 }),
    ],
  })
  expect(series?.bands.map(({ label }) => label)).toEqual(['User', 'System'])
  expect(series?.samples.map(({ values }) => values)).toEqual([
    [15, 5],
    [20, 0],
  ])
  expect([series?.from, series?.top, series?.text(12.34)]).toEqual([0, 100, '12.3%'])
})

test('a gap without samples hides no period before it', () => {
  const series = hostSeries('System_IOPS', {
    totals: { reads: totals(2, 30) },
    details: [
      period(0, { reads: 0 }),
      period(10, { reads: 4 }),
      period(20, { reads: 0 }),
      period(30, { reads: 2 }),
    ],
  })
  expect(series?.samples.map(({ values }) => values)).toEqual([[4], [0], [2]])
})

test.each([
  ['System_Memory', 1536, '1.5 KiB'],
  ['System_Network', 2048, '2 KiB/s'],
  ['System_IOPS', 12.34, '12.3/s'],
] as const)('values of %s have their unit', (type, value, text) => {
  const metric = { System_Memory: 'used', System_Network: 'if_octets.rx', System_IOPS: 'reads' }[type]
  const series = hostSeries(type, {
    totals: { [metric]: totals(1, 0) },
    details: [period(0, { [metric]: 1 })],
  })
  expect(series?.text(value)).toBe(text)
})

test('there is nothing before the first sample', () => {
  expect(hostSeries('System_DF', { totals: { used: totals(0, null) }, details: [] })).toBeUndefined()
})
