import { expect, test } from 'vitest'
import { hasArrivals, nextPlace, placeWithin } from './arrival-place.ts'

const at = (batch: number, ...missing: number[]) => ({ batch, missing })

test('a place names batches that have not ended, each until it has', () => {
  type Place = ReturnType<typeof at>
  const places: [highest: number, unfinished: number[], since: Place | undefined, next: Place][] = [
    [7, [6], undefined, at(7, 6)],
    [7, [], at(5), at(7)],
    [7, [8, 6], at(5), at(7, 6)],
    [9, [], at(7, 6), at(9)],
    [9, [6], at(7, 6), at(9, 6)],
    // Was read earlier, and is appended again after a restart.
    [9, [4], at(7, 6), at(9)],
  ]
  for (const [highest, unfinished, since, next] of places)
    expect(nextPlace(highest, unfinished, since)).toEqual(next)
})

test('of very many such batches a place waits before the first that it cannot name', () => {
  const unfinished = Array.from({ length: 300 }, (_, index) => 301 + index)
  expect(nextPlace(900, unfinished, at(5))).toEqual(at(500, ...unfinished.slice(0, 200)))
})

test('a store whose numbers are lower reads what comes behind them', () => {
  expect(placeWithin(4, at(9, 3, 8))).toEqual(at(4, 3))
  expect(hasArrivals(at(4), at(4))).toBe(false)
  expect(hasArrivals(at(4, 3), at(4, 3))).toBe(false)
  expect(hasArrivals(at(4, 3), at(4))).toBe(true)
})
