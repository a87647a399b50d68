import { expect, test } from 'vitest'
import { histogram } from './histogram.ts'

const rate = [
  { ts_from: 0, ts_to: 60, count: 10 },
  { ts_from: 60, ts_to: 120, count: 4 },
]
const period = (ts_from: number, ts_to: number, counts: [severity: number, count: number][]) => ({
  ts_from,
  ts_to,
  values: [],
  total_values: counts.map(([name, count]) => ({ name, count })),
  total_count: 0,
})

test('without severities every bar is plain', () => {
  expect(histogram(rate, undefined).map(stack => stack.counts)).toEqual([
    [0, 0, 10],
    [0, 0, 4],
  ])
})

test('errors and worse, warnings, and all else are told apart', () => {
  const details = [
    period(0, 60, [
      [6, 5],
      [3, 2],
      [4, 2],
      [0, 1],
    ]),
    period(60, 120, [[6, 4]]),
  ]
  expect(histogram(rate, details).map(stack => stack.counts)).toEqual([
    [3, 2, 5],
    [0, 0, 4],
  ])
})

test('severities that are ahead of the counts never make a bar taller', () => {
  expect(
    histogram(rate, [
      period(0, 60, [
        [3, 8],
        [4, 9],
      ]),
    ])[0]?.counts,
  ).toEqual([8, 2, 0])
  expect(histogram(rate, [period(0, 60, [[3, 80]])])[0]?.counts).toEqual([10, 0, 0])
})

test('periods of another step are not mixed in', () => {
  expect(histogram(rate, [period(0, 300, [[3, 8]])])[0]?.counts).toEqual([0, 0, 10])
})
