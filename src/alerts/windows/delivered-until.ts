import type { IntakeCounters } from '../../ingest/intake.ts'
import type { SeenNode } from '../../metadata/nodes/nodes.ts'

/** A node that ended with events in its spool holds up judgements so long; then they are judged as events that come late. */
const maxWaitSeconds = 300

/**
 * Unix seconds up to which conditions may be judged by time: everything that this node (`own`: until when, Unix seconds) and the others
 * received before is recorded.
 */
export function deliveredUntil(own: number, others: readonly SeenNode[], now: number): number {
  let until = Math.min(own, now)
  for (const { url, age, counters, isRemoved } of others) {
    if (counters === null || age === null || isRemoved || age > maxWaitSeconds) continue
    // Written by NodeDirectory, of counters of this shape.
    const { state } = JSON.parse(counters) as IntakeCounters
    const lag = (state.deliveryLagMs ?? 0) / 1_000
    if (url !== null || lag > 0) until = Math.min(until, now - age - lag)
  }
  return until
}
