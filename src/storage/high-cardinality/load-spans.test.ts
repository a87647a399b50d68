import { expect, test } from 'vitest'
import { daySeconds as day } from '../time-span.ts'
import { loadSpans, willOverflow } from './load-spans.ts'

test('days go together while they are small, and large ones are cut', () => {
  const rows = new Map([
    [10, 4],
    [11, 5],
    [12, 2],
    [14, 1],
    [15, 25],
    [16, 3],
  ])
  const estimate = (from: number) => rows.get(from / day) ?? 0
  expect(loadSpans([10, 11, 12, 14, 15, 16], 10, estimate)).toEqual([
    { from: 10 * day, to: 12 * day },
    { from: 12 * day, to: 13 * day },
    { from: 14 * day, to: 15 * day },
    { from: 15 * day, to: 15 * day + 28_800 },
    { from: 15 * day + 28_800, to: 15 * day + 57_600 },
    { from: 15 * day + 57_600, to: 16 * day },
    { from: 16 * day, to: 17 * day },
  ])
  expect(loadSpans([], 10, estimate)).toEqual([])
})

test.each([
  [400_000, 400_000, 90_000_000, false],
  [500_000, 500_000, 90_000_000, true],
  [500_000, 500_000, 20_000_000, false],
  [1_000, 1_000_000, 900_000_000, false],
  [0, 0, 0, false],
])('%i of %i rows found, %i in all: hopeless is %s', (found, seen, all, hopeless) => {
  expect(willOverflow(found, seen, all, 12_000_000)).toBe(hopeless)
})
