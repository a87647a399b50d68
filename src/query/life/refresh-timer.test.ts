import { expect, test } from 'vitest'
import { RefreshTimer } from './refresh-timer.ts'

test('a clock that is set back holds no refresh up', () => {
  let now = 1_000_000_000
  let validAt = now
  let started = 0
  const timer = new RefreshTimer(
    {
      isWatched: () => true,
      hasAnswer: () => true,
      validAt: () => validAt,
      isValid: () => false,
      maxCostMs: () => 1,
      costMs: () => 1,
      start: () => started++,
    },
    () => now,
  )
  timer.start()
  // From here on the timer waits for its next check.
  timer.finish()
  now -= 3_600_000
  timer.wakeOnAppend()
  expect(started).toBe(0)
  now += 1_000
  timer.wakeOnAppend()
  expect(started).toBe(1)

  timer.start()
  now += 5
  validAt = now + 3_600_000
  timer.finish()
  now += 1_000
  timer.wakeOnAppend()
  expect(started).toBe(2)
  timer.end()
})
