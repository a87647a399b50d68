import { expect, test } from 'vitest'
import { BatchSize } from './batch-size.ts'

/** The sizes after answers of the whole size, which take these times, milliseconds. */
function sizesAfter(times: readonly number[], rows?: number): number[] {
  const size = new BatchSize()
  let now = 0
  return times.map(ms => {
    size.sent(rows ?? size.rows, now)
    now += ms
    size.done(now)
    return size.rows
  })
}

test.each([
  ['a fast destination gets more', [100, 100, 100, 100], undefined, [20_000, 40_000, 50_000, 50_000]],
  ['a slow one gets fewer', [2_000, 2_000, 2_000, 2_000], undefined, [5_000, 2_500, 2_000, 2_000]],
  ['another one as before', [500, 900], undefined, [10_000, 10_000]],
  ['small answers say nothing of large ones', [10, 10], 50, [10_000, 10_000]],
])('%s', (_, times, rows, sizes) => {
  expect(sizesAfter(times, rows)).toEqual(sizes)
})

test('an answer that waits for the one before it is not slow', () => {
  const size = new BatchSize()
  size.sent(10_000, 0)
  size.sent(10_000, 0)
  size.done(900)
  size.done(1_800)
  expect(size.rows).toBe(10_000)
})
