/** What decides when an open batch is cut; times in milliseconds. */
export interface OpenBatchState {
  /** Since its first event. */
  ageMs: number
  /** Since its last event. */
  quietMs: number
  /** Somebody waits for the acknowledgement. */
  hasWaiters: boolean
  /** Events of those who wait. */
  awaitedEvents: number
  /** Inserts that the store has yet to finish. */
  backlog: number
}

/** With more inserts waiting than this, more than twice those that run at once, the store is behind. */
const maxOrdinaryBacklog = 4
/** Awaited events that are enough for a file. */
const minFileEvents = 2_000

/**
 * Whether to cut the open batch. While senders wait for an acknowledgement: soon, because they send nothing before it. Otherwise later while
 * the store is busy, because fewer files are cheaper.
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
