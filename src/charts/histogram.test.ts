import { expect, test } from 'vitest'
import { histogram } from './histogram.ts'

const period = (ts_from: number, ts_to: number, counts: [severity: number | string, count: number][]) => ({
  ts_from,
  ts_to,
  values: [],
  total_values: counts.map(([name, count]) => ({ name, count })),
  total_count: 0,
})

test('every severity has its place in the stack, the worst first', () => {
  const details = [
    period(0, 60, [
      [6, 5],
      [3, 2],
      [0, 1],
    ]),
    period(60, 120, []),
  ]
  expect(histogram(details)).toEqual([
    { ts_from: 0, ts_to: 60, counts: [1, 0, 0, 2, 0, 0, 5, 0] },
    { ts_from: 60, ts_to: 120, counts: [0, 0, 0, 0, 0, 0, 0, 0] },
  ])
})

test('an invalid severity is left out', () =>
  expect(histogram([period(0, 60, [['other', 4]])])[0]?.counts).toEqual([0, 0, 0, 0, 0, 0, 0, 0]))
