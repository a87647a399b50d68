/**
 * Bounds how long a start may show no progress. The total time is not bounded: reading a large spool may take
 * many minutes.
 */
export class StartWatch {
  readonly #limitMs: number
  readonly #stalled = Promise.withResolvers<never>()
  #timer: NodeJS.Timeout | undefined
  #isOver = false

  constructor(limitMs: number) {
    this.#limitMs = limitMs
    this.progress()
  }

  /** Call it when a part of the start is done. */
  progress(): void {
    if (this.#isOver) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#stalled.reject(
        new Error(`The start of ingest has shown no progress for ${this.#limitMs / 1_000} s`),
      )
    }, this.#limitMs)
  }

  /** Resolves as the start does. Rejects after too long without progress; the start may still continue. */
  async over<T>(start: Promise<T>): Promise<T> {
    try {
      return await Promise.race([start, this.#stalled.promise])
    } finally {
      this.#isOver = true
      clearTimeout(this.#timer)
    }
  }
}
