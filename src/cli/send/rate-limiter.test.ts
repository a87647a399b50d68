import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RateLimiter, type RateOptions } from './rate-limiter.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // No process runs within its first millisecond.
  vi.advanceTimersByTime(1_000)
})
afterEach(() => void vi.useRealTimers())

/**
 * Takes up to 64 events repeatedly. Returns the total taken after each of `steps` steps of `stepMs`
 * milliseconds.
 */
async function taken(options: Partial<RateOptions>, stepMs: number, steps: number): Promise<number[]> {
  const stop = new AbortController()
  const limiter = new RateLimiter({
    ...{ rate: 0, count: Infinity, seconds: Infinity, signal: stop.signal },
    ...options,
  })
  let events = 0
  const taking = (async () => {
    for (let got = await limiter.take(64); got > 0; got = await limiter.take(64)) events += got
  })()
  const sums: number[] = []
  for (let step = 0; step < steps; step++) {
    await vi.advanceTimersByTimeAsync(stepMs)
    sums.push(events)
  }
  stop.abort()
  await taking
  return sums
}

test('sends the given events a second, neither more nor fewer', async () => {
  expect(await taken({ rate: 2_000 }, 50, 5)).toEqual([100, 200, 300, 400, 500])
  expect(await taken({ rate: 10 }, 100, 4)).toEqual([1, 2, 3, 4])
})

test('it ends with the number of events, and with the time', async () => {
  expect(await taken({ rate: 2_000, count: 150 }, 50, 4)).toEqual([100, 150, 150, 150])
  expect(await taken({ rate: 2_000, seconds: 0.12 }, 50, 4)).toEqual([100, 200, 236, 236])
  expect(await taken({ count: 1_000 }, 1, 2)).toEqual([1_000, 1_000])
})

test('events that are given back are due again', async () => {
  const limiter = new RateLimiter({ rate: 0, count: 10, seconds: 1, signal: new AbortController().signal })
  expect(await limiter.take(10)).toBe(10)
  limiter.giveBack(4)
  expect([await limiter.take(10), await limiter.take(10)]).toEqual([4, 0])
})
