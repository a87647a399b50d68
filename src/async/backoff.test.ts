import { expect, test } from 'vitest'
import { backoffMs } from './backoff.ts'

test.each([
  [1, 200],
  [2, 400],
  [3, 800],
  [4, 1_000],
  [5_000, 1_000],
])('after %i failures the next attempt waits for %i ms', (failures, expected) => {
  expect(backoffMs(failures, { minMs: 200, maxMs: 1_000 })).toBe(expected)
})
