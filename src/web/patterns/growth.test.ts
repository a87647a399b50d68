import { expect, test } from 'vitest'
import { condensed, growthOf } from './growth.ts'

test.each([
  [10, 0, undefined],
  [105, 100, { direction: 'same', text: '±0%' }],
  [140, 100, { direction: 'up', text: '+40%' }],
  [299, 100, { direction: 'up', text: '+199%' }],
  [300, 100, { direction: 'up', text: '×3' }],
  [125_000, 100, { direction: 'up', text: '×1.3k' }],
  [88, 100, { direction: 'down', text: '−12%' }],
  [1, 1000, { direction: 'down', text: '−100%' }],
])('%d after %d', (count, before, growth) => {
  expect(growthOf(count, before)).toEqual(growth)
})

test.each([
  [[1, 2, 3], 5, [1, 2, 3]],
  [[1, 2, 3, 4, 5], 2, [6, 9]],
  [[], 4, []],
])('%j in at most %d bars', (counts, max, sums) => {
  expect(condensed(counts, max)).toEqual(sums)
})
