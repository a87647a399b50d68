import { setTimeout } from 'node:timers/promises'
import { cpuSeconds } from '../scenarios/testing/process-group.ts'

/** Maximum number of processors that an idle service uses. */
const atRest = 0.15
const maxMillis = 180_000

/**
 * Waits until the service is idle: merges left over from one stage would be counted in the next. Returns
 * whether it became idle.
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
