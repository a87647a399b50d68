/** Records when minutes of event time last gained or lost rows. */
export interface Journal {
  /**
   * Number of the newest change in [from, to) (Unix seconds); 0 without changes since the start. May be the
   * number of a later change than the newest one, never of an earlier one.
   */
  newest(from: number, to: number): number
  /** Number of the newest change. */
  readonly current: number
  /** Calls the listener after each change. Returns the unsubscribe function. */
  listen(listener: { changed(): void }): () => void
}
