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

/** With more inserts than this, more than twice those that run at once, the store is behind. */
const maxOrdinaryBacklog = 4
/** Events that are worth a file. */
const minFileEvents = 2_000

/**
 * Whether to cut. Where somebody waits for the acknowledgement, as soon as it is worth a file or the others have fallen silent, since who
 * waits sends nothing more before it; small files go to the store several at a time. Otherwise late while the store is busy, since fewer
 * files are cheaper for all.
 */
export function shouldCommit({
  ageMs,
  quietMs,
  hasWaiters,
  awaitedEvents,
  backlog,
}: OpenBatchState): boolean {
  if (!hasWaiters) {
    const longest = backlog >= 2 ? 1_000 : backlog === 1 ? 200 : 100
    return ageMs >= longest || quietMs >= 50 + 50 * backlog
  }
  if (backlog > maxOrdinaryBacklog) return ageMs >= 1_000 || quietMs >= 200
  return awaitedEvents >= minFileEvents || ageMs >= 50 || quietMs >= 20
}
