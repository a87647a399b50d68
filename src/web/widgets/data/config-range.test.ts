import { expect, test } from 'vitest'
import { rangeOfConfig } from './config-range.ts'

test.each<[timeRange: unknown, wanted: object]>([
  [{ preset: 'last_7_days', timezone: 'UTC' }, { preset: 'last_7_days' }],
  [
    { ts_from: 1_780_000_000, ts_to: 1_780_003_600 },
    { from: 1_780_000_000, to: 1_780_003_600 },
  ],
  [{ ts_from: -900, ts_to: 0 }, { preset: 'last_900_seconds' }],
  [{ ts_from: -900, ts_to: -60 }, { preset: 'last_1_hours' }],
  [{ preset: 'soon' }, { preset: 'last_1_hours' }],
  [undefined, { preset: 'last_1_hours' }],
  ['today', { preset: 'last_1_hours' }],
])('%j', (time_range, wanted) => {
  expect(rangeOfConfig({ time_range })).toEqual(wanted)
})
