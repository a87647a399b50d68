import { expect, test } from 'vitest'
import { smoothedCost, withSmoothedCosts } from './answer-cache.ts'

test.each([
  [80, undefined, 80],
  [80, 50, 80],
  [600, 50, 100],
  [600, 0, 40],
  [10, 600, 10],
])('a part that took %d ms after %s is taken to cost %d', (took, before, wanted) => {
  expect(smoothedCost(took, before)).toBe(wanted)
})

test('a slice is compared with the one of about its stretch', () => {
  const slice = (from: number, to: number, cost: number) => ({
    from,
    to,
    state: 0,
    sequence: 0,
    costMs: cost,
    rows: 1,
  })
  const before = [slice(60, 70, 100), slice(1, 60, 40)]
  const made = withSmoothedCosts([slice(60, 75, 900), slice(2, 60, 900), slice(75, 300, 900)], before)
  expect(made.map(({ costMs }) => costMs)).toEqual([200, 80, 900])
})
