/** What decides when an open batch is cut; times in milliseconds. */
export interface Lingering {
  /** Since its first event. */
  age: number
  /** Since its last event. */
  quiet: number
  /** Somebody waits for the acknowledgement. */
  waiting: boolean
  /** Batches on their way to the store. */
  backlog: number
}

/**
 * Whether to cut. A batch is cut early when its senders have fallen silent, since those that wait for an
 * acknowledgement send nothing more before it; and late while the store is busy, since larger inserts are cheaper.
 */
export function isDue({ age, quiet, waiting, backlog }: Lingering): boolean {
  const longest = backlog >= 2 ? 1_000 : backlog === 1 ? 200 : waiting ? 50 : 100
  const silence = waiting ? Math.min(20 + 20 * backlog, 200) : 50 + 50 * backlog
  return age >= longest || quiet >= silence
}
