import { setTimeout } from 'node:timers/promises'
import { cpuSeconds } from '../scenarios/testing/process-group.ts'

/** Processors that a service at rest takes at most. */
const atRest = 0.15
const maxMillis = 180_000

/**
 * Waits until the service has nothing left to do: what one stage leaves to be merged would be counted against the next. Answers whether
 * it came to that.
 */
export async function untilIdle(group: number, lookMillis = 2_000): Promise<boolean> {
  const since = performance.now()
  for (let before = cpuSeconds(group); performance.now() - since < maxMillis; ) {
    await setTimeout(lookMillis)
    const now = cpuSeconds(group)
    if (now - before < (atRest * lookMillis) / 1_000) return true
    before = now
  }
  return false
}
