import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Fault } from '../../schema/fault.ts'
import { ManualClock } from '../testing/temporary.ts'
import { type AttemptCounter, LoginThrottle } from './login-throttle.ts'

const name = (key: string): AttemptCounter => ({ kind: 'name', key })
const address = (key: string): AttemptCounter => ({ kind: 'address', key })
const known = (key: string): AttemptCounter => ({ kind: 'known', key })

function secondsToWait(throttle: LoginThrottle, ...lanes: AttemptCounter[]): number {
  try {
    throttle.checkAndCount(lanes)
    return 0
  } catch (error) {
    if (error instanceof Fault && error.code === 'throttled') return error.retryAfter ?? Number.NaN
    throw error
  }
}

test.each([
  { lane: name('ann'), free: 10, delays: [1, 2, 4, 8, 16, 32, 64, 128, 256], most: 300 },
  { lane: known('ann'), free: 10, delays: [1, 2, 4, 8, 16, 32], most: 60 },
  { lane: address('::1'), free: 50, delays: [1, 2, 4, 8], most: 10 },
])('in the lane of $lane.kind $free are free, then each waits for longer', ({ lane, free, delays, most }) => {
  const clock = new ManualClock()
  const throttle = new LoginThrottle(clock.now)
  for (let tried = 0; tried < free; tried++) expect(secondsToWait(throttle, lane)).toBe(0)
  for (const delay of delays) {
    expect(secondsToWait(throttle, lane)).toBe(delay)
    clock.seconds += delay - 1
    expect(secondsToWait(throttle, lane)).toBe(1)
    clock.seconds += 1
    expect(secondsToWait(throttle, lane)).toBe(0)
  }
  for (let tried = 0; tried < 100; tried++) {
    const delay = secondsToWait(throttle, lane)
    expect(delay).toBeLessThanOrEqual(most)
    expect(delay).toBeGreaterThan(most / 4)
    clock.seconds += delay
    expect(secondsToWait(throttle, lane)).toBe(0)
  }
})

test('says how long to wait', () => {
  const throttle = new LoginThrottle(new ManualClock().now)
  for (let tried = 0; tried < 10; tried++) throttle.checkAndCount([name('ann')])
  expect(() => throttle.checkAndCount([name('ann')])).toThrow(
    'Request was throttled. Expected available in 1 second.',
  )
})

test('lanes are counted apart; a try waits for the slowest of its lanes, and a refused one counts in none', () => {
  const throttle = new LoginThrottle(new ManualClock().now)
  for (let tried = 0; tried < 10; tried++) expect(secondsToWait(throttle, name('ann'), address('a'))).toBe(0)
  expect(secondsToWait(throttle, name('ann'), address('b'))).toBe(1)
  expect(secondsToWait(throttle, known('ann'))).toBe(0)
  for (let tried = 0; tried < 40; tried++) {
    expect(secondsToWait(throttle, name('ann'), address('a'))).toBe(1)
    expect(secondsToWait(throttle, name(`user${tried}`), address('a'))).toBe(0)
  }
  expect(secondsToWait(throttle, name('bob'), address('a'))).toBe(1)
  expect(secondsToWait(throttle, name('bob'), address('b'))).toBe(0)
})

test('a try that was given back does not count', () => {
  const throttle = new LoginThrottle(new ManualClock().now)
  for (let tried = 0; tried < 100; tried++) {
    expect(secondsToWait(throttle, name('ann'), address('::1'))).toBe(0)
    throttle.uncount([name('ann'), address('::1')])
  }
  throttle.uncount([name('bob')])
  expect(throttle.size).toBe(0)
})

test('a clock that is set back locks no user out', () => {
  const clock = new ManualClock()
  const throttle = new LoginThrottle(clock.now)
  for (let tried = 0; tried < 10; tried++) throttle.checkAndCount([name('ann')])
  clock.seconds -= 86_400
  expect(secondsToWait(throttle, name('ann'))).toBe(0)
})

test('the table is bounded, and keeps the names that are tried', () => {
  const throttle = new LoginThrottle(new ManualClock().now)
  for (let tried = 0; tried < 10; tried++) throttle.checkAndCount([name('ann')])
  for (let number = 0; number < 12_000; number++) {
    if (number % 5_000 === 4_999) throttle.count([name('ann')])
    throttle.checkAndCount([name(`user${number}`)])
  }
  expect(throttle.size).toBe(10_000)
  expect(secondsToWait(throttle, name('ann'))).toBeGreaterThan(0)
})

test('whatever is tried, no more pass than are free and are forgiven', () => {
  const steps = fc.array(fc.record({ wait: fc.nat({ max: 200 }), key: fc.constantFrom('a', 'b') }), {
    maxLength: 200,
  })
  fc.assert(
    fc.property(steps, tries => {
      const clock = new ManualClock()
      const start = clock.seconds
      const throttle = new LoginThrottle(clock.now)
      const passed = new Map<string, number>()
      for (const { wait, key } of tries) {
        clock.seconds += wait
        const waits = secondsToWait(throttle, name(key))
        expect(waits).toBeLessThanOrEqual(300)
        const count = (passed.get(key) ?? 0) + (waits === 0 ? 1 : 0)
        passed.set(key, count)
        // Ten are free, one is forgiven in 300 s (waits of at least half of that), and ten at most pass while
        // the delay grows from 1 s to that.
        expect(count).toBeLessThanOrEqual(10 + 10 + (clock.seconds - start) / 150)
      }
    }),
  )
})
