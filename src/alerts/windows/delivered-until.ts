import type { IntakeCounters } from '../../ingest/worker/intake.ts'
import type { DatabaseGap } from '../../metadata/nodes/directory.ts'
import type { SeenNode } from '../../metadata/nodes/nodes.ts'

/**
 * Maximum time for which a node that no longer reports delays the evaluation of conditions. Afterwards its
 * events count as late.
 */
const maxWaitSeconds = 300

/**
 * The moment (Unix seconds) up to which conditions may be evaluated by the clock: the matches of all events
 * that any node received before it are recorded. `own`: the same for this node alone. `gap`: a time in which
 * nodes could not report to the database. It does not count as silence of nodes that last reported before it.
 */
export function deliveredUntil(
  own: number,
  others: readonly SeenNode[],
  now: number,
  gap?: DatabaseGap,
): number {
  let until = Math.min(own, now)
  for (const { url, ageSeconds, counters, isRemoved } of others) {
    if (counters === null || ageSeconds === null || isRemoved) continue
    const isFromBeforeGap = gap !== undefined && ageSeconds >= gap.endedAgoSeconds
    const silentSeconds = isFromBeforeGap ? ageSeconds - gap.seconds : ageSeconds
    if (silentSeconds > maxWaitSeconds) continue
    // Holds because NodeDirectory writes the IntakeCounters of each node.
    const { state } = JSON.parse(counters) as IntakeCounters
    const lag = (state.deliveryLagMs ?? 0) / 1_000
    // A stopped node (`url` is null) with an empty spool delays nothing.
    if (url !== null || lag > 0) until = Math.min(until, now - ageSeconds - lag)
  }
  return until
}
