import { expect, test } from 'vitest'
import type { TimeRange } from '../../schema/time-range.ts'
import { resolveRange } from './resolve.ts'
import { rangeResolver } from './resolver.ts'

const noon = Date.UTC(2026, 0, 15, 12) / 1000
const ranges: TimeRange[] = [
  { ts_from: noon - 3_600, ts_to: noon, step: 60 },
  { ts_from: noon - 86_400, ts_to: noon, step: 86_400 },
  { ts_from: -3_600, ts_to: noon + 86_400 },
  { preset: 'last_1_hours' },
  { preset: 'today', step: 3_600 },
]

test.each(ranges)(
  '%j is resolved as it is the first time, whenever and wherever it is asked again',
  timeRange => {
    const resolve = rangeResolver('UTC')
    for (const now of [noon, noon + 30.5, noon + 7_200]) {
      for (const zone of [undefined, 'Asia/Kathmandu', 'UTC']) {
        const anew = resolveRange(timeRange, now, { timezone: zone ?? 'UTC' })
        expect(resolve(timeRange, now, zone)).toEqual(anew)
      }
    }
  },
)

test('a range that the clock does not move is worked out once, another one each time', () => {
  const resolve = rangeResolver('UTC')
  const bounds = (timeRange: TimeRange) => resolve(timeRange, noon).bounds
  const [fixed = {}, , , moving = {}] = ranges
  expect(bounds(fixed)).toBe(bounds(fixed))
  expect(bounds(moving)).not.toBe(bounds(moving))
})
