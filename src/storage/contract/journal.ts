/** Records when minutes of event time last gained or lost rows. */
export interface Journal {
  /** Number of the newest change in [from, to) (whole seconds); 0 when none since the start. */
  newest(from: number, to: number): number
  /** Number of the newest change. */
  readonly current: number
  /** Calls the listener after each change. Returns the unsubscribe function. */
  listen(listener: { changed(): void }): () => void
}
