import { expect, test } from 'vitest'
import { type Range, rangeKey, readRange, timeRangeOf, zoomedOut } from './range.ts'

const keys: [key: string, range: Range | undefined][] = [
  ['last_7_days', { preset: 'last_7_days' }],
  ['1767225600~1767229200', { from: 1767225600, to: 1767229200 }],
  ['1767229200~1767225600', undefined],
  ['5~5', undefined],
  ['last_x_days', undefined],
  ['', undefined],
  ['12~', undefined],
]
for (const [key, range] of keys)
  test(`the address says ${key}`, () => {
    expect(readRange(key)).toEqual(range)
    if (range) expect(rangeKey(range)).toBe(key)
  })

test('on the wire the zone decides where days begin', () => {
  expect(timeRangeOf({ preset: 'today' }, 'Europe/Berlin')).toEqual({
    preset: 'today',
    timezone: 'Europe/Berlin',
  })
  expect(timeRangeOf({ from: 1, to: 2 }, 'UTC')).toEqual({ ts_from: 1, ts_to: 2, timezone: 'UTC' })
})

const day = 86_400
const steps: [range: Range, step: number | undefined][] = [
  [{ preset: 'last_1_hours' }, undefined],
  [{ preset: 'today' }, undefined],
  [{ preset: 'last_6_days' }, undefined],
  [{ preset: 'last_7_days' }, 10_800],
  [{ preset: 'last_week' }, 10_800],
  [{ preset: 'last_15_days' }, 10_800],
  [{ preset: 'last_16_days' }, 21_600],
  [{ preset: 'last_30_days' }, 21_600],
  [{ preset: 'last_60_days' }, 43_200],
  [{ preset: 'last_61_days' }, undefined],
  [{ preset: 'last_year' }, undefined],
  [{ from: 0, to: 3_600 }, undefined],
  [{ from: 0, to: 15 * day }, 10_800],
  [{ from: 1, to: 15 * day + 1 }, 21_600],
]
for (const [range, step] of steps)
  test(`a picture of ${JSON.stringify(range)} has steps of ${step ?? 'the service'}`, () =>
    expect(timeRangeOf(range, 'UTC').step).toBe(step))

const wider: [from: number, to: number, now: number, range: Range][] = [
  [1000, 1100, 5000, { from: 950, to: 1150 }],
  [1000, 1100, 1100, { from: 900, to: 1100 }],
  [1000, 1001, 5000, { from: 998, to: 1002 }],
]
for (const [from, to, now, range] of wider)
  test(`${from} to ${to} widened at ${now}`, () => expect(zoomedOut(from, to, now)).toEqual(range))
