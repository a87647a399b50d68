import { expect, test } from 'vitest'
import { pagesOf } from './page-range.ts'

const cases: [first: number, last: number, count: number, pages: number[]][] = [
  [0, 20, 80, []],
  [0, 20, 150, [2]],
  [0, 20, 1_000, [2]],
  [90, 110, 1_000, [2, 3]],
  [500, 530, 1_000, [5, 6, 7]],
  [980, 999, 1_000, [9, 10]],
  [0, -1, 1_000, []],
]
for (const [first, last, count, pages] of cases)
  test(`rows ${first} to ${last} of ${count}`, () => expect(pagesOf(first, last, count)).toEqual(pages))
