import { expect, test } from 'vitest'
import { growthOf, sumNeighbours } from './trend.ts'

test.each([
  [10, 0, undefined],
  [100, 100, { text: '0%', isStrong: false }],
  [105, 100, { text: '+5%', isStrong: false }],
  [199, 100, { text: '+99%', isStrong: false }],
  [299, 100, { text: '+199%', isStrong: true }],
  [300, 100, { text: '×3', isStrong: true }],
  [125_000, 100, { text: '×1.3k', isStrong: true }],
  [88, 100, { text: '−12%', isStrong: false }],
  [1, 1000, { text: '−100%', isStrong: false }],
])('%d after %d', (count, before, growth) => {
  expect(growthOf(count, before)).toEqual(growth)
})

test.each([
  [[1, 2, 3], 5, [1, 2, 3]],
  [[1, 2, 3, 4, 5], 2, [6, 9]],
  [[], 4, []],
])('%j in at most %d bars', (counts, max, sums) => {
  expect(sumNeighbours(counts, max)).toEqual(sums)
})
