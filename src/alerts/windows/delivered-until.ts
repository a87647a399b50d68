import type { IntakeCounters } from '../../ingest/worker/intake.ts'
import type { DatabaseGap } from '../../metadata/nodes/directory.ts'
import type { SeenNode } from '../../metadata/nodes/nodes.ts'

/**
 * A node that stopped with events in its spool delays judgements this long. Afterwards its events count as
 * late.
 */
const maxWaitSeconds = 300

/**
 * Unix seconds up to which conditions may be judged by time: everything received before by this node (`own`:
 * its time, Unix seconds) and by the others is recorded. `gap`: nodes that were there before it could not
 * report themselves in it, and are waited for as long after it.
 */
export function deliveredUntil(
  own: number,
  others: readonly SeenNode[],
  now: number,
  gap?: DatabaseGap,
): number {
  let until = Math.min(own, now)
  for (const { url, age, counters, isRemoved } of others) {
    if (counters === null || age === null || isRemoved) continue
    const unheard = gap !== undefined && age >= gap.endedAgo ? age - gap.seconds : age
    if (unheard > maxWaitSeconds) continue
    // NodeDirectory writes counters of this shape.
    const { state } = JSON.parse(counters) as IntakeCounters
    const lag = (state.deliveryLagMs ?? 0) / 1_000
    if (url !== null || lag > 0) until = Math.min(until, now - age - lag)
  }
  return until
}
