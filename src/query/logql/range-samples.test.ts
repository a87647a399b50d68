import { expect, test } from 'vitest'
import { WorkTurns } from '../../async/next-turn.ts'
import { type Sample, sampleFunctions, valuesInWindows } from './range-samples.ts'

const second = 1_000_000
/** A sample each second. */
const samplesOf = (values: readonly number[]): Sample[] =>
  values.map((value, i) => ({ at: (i + 1) * second, value }))
const minute = { range: 60 * second, parameter: 0 }

test.each<[fn: keyof typeof sampleFunctions, values: number[], wanted: number]>([
  ['sum_over_time', [1, 2, 4.5], 7.5],
  ['rate', [30, 90], 2],
  ['avg_over_time', [1, 2, 6], 3],
  ['avg_over_time', [1, Number.POSITIVE_INFINITY, 5], Number.POSITIVE_INFINITY],
  ['avg_over_time', [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY], Number.NaN],
  ['min_over_time', [3, Number.NaN, -2], -2],
  ['max_over_time', [Number.NaN, 3, -2], 3],
  ['max_over_time', [Number.NaN], Number.NaN],
  ['first_over_time', [3, 1, 2], 3],
  ['last_over_time', [3, 1, 2], 2],
  ['stdvar_over_time', [2, 4, 4, 4, 5, 5, 7, 9], 4],
  ['stddev_over_time', [2, 4, 4, 4, 5, 5, 7, 9], 2],
  ['rate_counter', [5], 0],
])('%s of %j is %d', (fn, values, wanted) => {
  expect(sampleFunctions[fn](samplesOf(values), minute)).toBe(wanted)
})

test.each<[q: number, wanted: number]>([
  [0, 1],
  [0.5, 3],
  [0.9, 8.2],
  [1, 10],
  [-1, Number.NEGATIVE_INFINITY],
  [2, Number.POSITIVE_INFINITY],
])('the quantile %d is between samples', (parameter, wanted) => {
  const value = sampleFunctions.quantile_over_time(samplesOf([10, 1, 3, 5.5, 2]), { ...minute, parameter })
  expect(value).toBeCloseTo(wanted, 9)
})

test('a counter is extrapolated as Loki does, with its units', () => {
  // From 10 to 20, a reset to 5, then 15: an increase of 25 in 3 s. The 60 s to the start count as 60 µs.
  const value = sampleFunctions.rate_counter(samplesOf([10, 20, 5, 15]), minute)
  expect(value).toBeCloseTo((25 * (3_000_000 + 60)) / 3_000_000 / 60, 12)
  expect(
    sampleFunctions.rate_counter(
      [
        { at: 1, value: 1 },
        { at: 1, value: 2 },
      ],
      minute,
    ),
  ).toBeNaN()
})

test('windows have the samples after their beginning, up to and with their end', async () => {
  const windows = { end: 2 * second, step: second, length: 2 * second, count: 5 }
  const joined = await valuesInWindows(
    samplesOf([1, 10, 100, 1_000]),
    windows,
    part => part.reduce((total, { value }) => total + value, 0),
    { left: 100 },
    new WorkTurns(),
  )
  expect(joined).toEqual([11, 110, 1_100, 1_000, undefined])
  const few = valuesInWindows(samplesOf([1, 10, 100]), windows, () => 0, { left: 3 }, new WorkTurns())
  await expect(few).rejects.toMatchObject({ code: 'query_memory' })
})
