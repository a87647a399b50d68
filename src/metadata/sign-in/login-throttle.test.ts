import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Fault } from '../../schema/fault.ts'
import { TurnedClock } from '../testing/temporary.ts'
import { LoginThrottle } from './login-throttle.ts'

function secondsToWait(throttle: LoginThrottle, name: string, address: string): number {
  try {
    throttle.take(name, address)
    return 0
  } catch (error) {
    if (error instanceof Fault && error.code === 'throttled') return error.retryAfter ?? Number.NaN
    throw error
  }
}

test('the eleventh try within a minute waits for the end of it', () => {
  const clock = new TurnedClock()
  const throttle = new LoginThrottle(clock.now)
  for (let tried = 0; tried < 10; tried++) expect(secondsToWait(throttle, 'ann', '::1')).toBe(0)
  expect(() => throttle.take('ann', '::1')).toThrow(
    'Request was throttled. Expected available in 60 seconds.',
  )
  clock.seconds += 59
  expect(secondsToWait(throttle, 'ANN', '::1')).toBe(1)
  expect(secondsToWait(throttle, 'ann', '192.0.2.1')).toBe(0)
  expect(secondsToWait(throttle, 'bob', '::1')).toBe(0)
  clock.seconds += 1
  expect(secondsToWait(throttle, 'ann', '::1')).toBe(0)
})

test('a try that was given back does not count', () => {
  const throttle = new LoginThrottle(new TurnedClock().now)
  for (let tried = 0; tried < 100; tried++) {
    expect(secondsToWait(throttle, 'ann', '::1')).toBe(0)
    throttle.giveBack('ann', '::1')
  }
  throttle.giveBack('bob', '::1')
  expect(throttle.size).toBe(0)
})

test('a clock that is set back locks nobody out', () => {
  const clock = new TurnedClock()
  const throttle = new LoginThrottle(clock.now)
  for (let tried = 0; tried < 10; tried++) throttle.take('ann', '::1')
  clock.seconds -= 86_400
  expect(secondsToWait(throttle, 'ann', '::1')).toBe(0)
})

test('the table is bounded, and forgets', () => {
  const clock = new TurnedClock()
  const throttle = new LoginThrottle(clock.now)
  for (let number = 0; number < 12_000; number++) throttle.take(`user${number}`, '::1')
  expect(throttle.size).toBe(10_000)
  clock.seconds += 60
  throttle.take('ann', '::1')
  expect(throttle.size).toBe(1)
})

test('in no minute that begins with a first try more than ten of a pair pass', () => {
  const steps = fc.array(fc.record({ wait: fc.nat({ max: 30 }), name: fc.constantFrom('a', 'b') }), {
    maxLength: 200,
  })
  fc.assert(
    fc.property(steps, tries => {
      const clock = new TurnedClock()
      const throttle = new LoginThrottle(clock.now)
      const passed = new Map<string, number[]>()
      for (const { wait, name } of tries) {
        clock.seconds += wait
        const times = passed.get(name) ?? []
        passed.set(name, times)
        // The oracle: windows of 60 s, each begun by the first try after the one before.
        if (times.length > 0 && clock.seconds >= (times[0] ?? 0) + 60) times.length = 0
        const waits = secondsToWait(throttle, name, '::1')
        expect(waits).toBe(times.length < 10 ? 0 : (times[0] ?? 0) + 60 - clock.seconds)
        if (waits === 0) times.push(clock.seconds)
      }
    }),
  )
})
