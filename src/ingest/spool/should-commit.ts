/** State that decides when an open batch is cut; times in milliseconds. */
export interface OpenBatchState {
  /** Time since its first event. */
  ageMs: number
  /** Time since its last event. */
  quietMs: number
  /** A sender waits for the acknowledgement. */
  hasWaiters: boolean
  /** Number of events that senders wait for. */
  awaitedEvents: number
  /** Number of inserts that the store has yet to finish. */
  backlog: number
}

/** With more waiting inserts than this, twice the number that run at once, the store is behind. */
const maxOrdinaryBacklog = 4
/** Number of awaited events that is enough for a file. */
const minFileEvents = 2_000

/**
 * Whether to cut the open batch. Soon while senders wait for an acknowledgement, because they send nothing
 * before it. Otherwise later while the store is busy, because fewer files are cheaper.
 */
export function shouldCommit(state: OpenBatchState): boolean {
  const { ageMs, quietMs, hasWaiters, awaitedEvents, backlog } = state
  if (!hasWaiters) {
    const maxAgeMs = backlog >= 2 ? 1_000 : backlog === 1 ? 200 : 100
    return ageMs >= maxAgeMs || quietMs >= 50 + 50 * backlog
  }
  if (backlog > maxOrdinaryBacklog) return ageMs >= 1_000 || quietMs >= 200
  return awaitedEvents >= minFileEvents || ageMs >= 50 || quietMs >= 20
}
