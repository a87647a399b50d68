import { expect, test } from 'vitest'
import { compareTo, otherRangeOf, otherRangesOf, type Ranges } from './other-range.ts'

const noon = Date.UTC(2026, 0, 15, 12) / 1_000
const zoomed = { from: noon, to: noon + 600 }
const hour = { preset: 'last_1_hours' }
const search = (
  range: Ranges['range'],
  unzoomed?: Ranges['unzoomed'],
  otherRange?: Ranges['otherRange'],
) => ({
  range,
  unzoomed,
  otherRange,
})

const cases: [name: string, ranges: Ranges, other: string, param: object | undefined][] = [
  ['the time before', search(hour), 'before', undefined],
  ['the rest of the range before a zoom', search(zoomed, hour), 'rest', { ...hour, timezone: 'UTC' }],
  ['the time before, although zoomed', search(zoomed, hour, 'before'), 'before', undefined],
  ['no rest without a zoom', search(zoomed, undefined, 'rest'), 'before', undefined],
  ['the day before', search(zoomed, hour, 'day'), 'day', { ts_from: noon - 86_400, ts_to: noon - 85_800 }],
  ['the week before now', search(hour, undefined, 'week'), 'week', { ts_from: -608_400, ts_to: -604_800 }],
  ['today has no day before', search({ preset: 'today' }, undefined, 'day'), 'before', undefined],
]
test.each(cases)('%s', (_, ranges, other, param) => {
  expect(otherRangeOf(ranges)).toBe(other)
  expect(otherRangesOf(ranges)).toContain(other)
  expect(compareTo(ranges, 'UTC')).toEqual(param)
})
