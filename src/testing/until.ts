import { setTimeout } from 'node:timers/promises'
import { expect, TestRunner } from 'vitest'

const pauseMs = 25
/** In hooks, in files that wait while they are loaded, and in measurements. */
const outsideTestsMs = 300_000
/** A wait fails before its test does: its error says what did not happen. */
const marginMs = 2_000

// Taken before a test replaces the clock.
const { now } = Date
const remaining = (since: number, ms: number) => since + ms - now()

/**
 * Milliseconds that a wait may last: as long as the running test. A shorter limit would fail on a slow
 * machine.
 */
export function maxWaitMs(): number {
  const test = TestRunner.getCurrentTest()
  if (test?.result?.startTime === undefined || test.timeout === 0) return outsideTestsMs
  return Math.max(marginMs, remaining(test.result.startTime, test.timeout - marginMs))
}

type Answer<T> = T | false | undefined

/**
 * Polls until there is an answer (neither false nor undefined) and returns it; throws when the test is about
 * to end, with `what` was awaited. `seconds`: a limit of its own, where the test is about when something
 * ends.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<Answer<T>> | Answer<T>,
  seconds = maxWaitMs() / 1_000,
): Promise<T> {
  const since = now()
  for (;;) {
    const answer = await ask()
    if (answer !== undefined && answer !== false) return answer
    if (remaining(since, seconds * 1_000) < 0)
      throw new Error(`Waited ${Math.round(seconds)} s in vain: ${what}`)
    await setTimeout(pauseMs)
  }
}

/**
 * `expect` of what `ask` returns, until it is fulfilled or the test is about to end; turns a replaced clock
 * meanwhile.
 */
export const eventually = <T>(ask: () => T) => expect.poll(ask, { timeout: maxWaitMs(), interval: pauseMs })
