import { expect, test } from 'vitest'
import { donutArcs } from './donut.ts'

test('a quarter and three quarters, clockwise from the top', () => {
  expect(donutArcs([1, 3], 4, 10, 5)).toEqual([
    { index: 0, share: 0.25, path: 'M0 -10A10 10 0 0 1 10 0L5 0A5 5 0 0 0 0 -5Z' },
    { index: 1, share: 0.75, path: 'M10 0A10 10 0 1 1 0 -10L0 -5A5 5 0 1 0 5 0Z' },
  ])
})

test('zeros have no arc and keep their place in the list', () => {
  expect(donutArcs([0, 2, 0, 2], 4, 10, 5).map(arc => [arc.index, arc.share])).toEqual([
    [1, 0.5],
    [3, 0.5],
  ])
})

test('one value alone is a closed ring', () => {
  expect(donutArcs([7], 7, 10, 5)[0]?.path).toBe(
    'M0 -10A10 10 0 1 1 0 10A10 10 0 1 1 0 -10ZM0 -5A5 5 0 1 0 0 5A5 5 0 1 0 0 -5Z',
  )
})

test('nothing at all is nothing', () => expect(donutArcs([0, 0], 0, 10, 5)).toEqual([]))

test('the part of the total without values is a gap', () => {
  expect(donutArcs([1, 3], 8, 10, 5).map(arc => arc.share)).toEqual([0.125, 0.375])
})
