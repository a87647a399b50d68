/** What decides when an open batch is cut; times in milliseconds. */
export interface Lingering {
  /** Since its first event. */
  age: number
  /** Since its last event. */
  quiet: number
  /** Somebody waits for the acknowledgement. */
  waiting: boolean
  /** Events of those who wait. */
  awaited: number
  /** Inserts that the store has yet to finish. */
  backlog: number
}

/** With more inserts than this, more than twice those that run at once, the store is behind. */
const ordinaryBacklog = 4
/** Events that are worth a file. */
const worthwhile = 2_000

/**
 * Whether to cut. Where somebody waits for the acknowledgement, as soon as it is worth a file or the others have fallen silent, since who
 * waits sends nothing more before it; small files go to the store several at a time. Otherwise late while the store is busy, since fewer
 * files are cheaper for all.
 */
export function isDue({ age, quiet, waiting, awaited, backlog }: Lingering): boolean {
  if (!waiting) {
    const longest = backlog >= 2 ? 1_000 : backlog === 1 ? 200 : 100
    return age >= longest || quiet >= 50 + 50 * backlog
  }
  if (backlog > ordinaryBacklog) return age >= 1_000 || quiet >= 200
  return awaited >= worthwhile || age >= 50 || quiet >= 20
}
