/** Bounds how long a start shows no progress. How long it takes is not bounded: a large spool may be read for many minutes. */
export class StartWatch {
  readonly #limitMs: number
  readonly #stalled = Promise.withResolvers<never>()
  #timer: NodeJS.Timeout | undefined
  #isOver = false

  constructor(limitMs: number) {
    this.#limitMs = limitMs
    this.progress()
  }

  /** A part of the start is done. */
  progress(): void {
    if (this.#isOver) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#stalled.reject(
        new Error(`The start of ingest has shown no progress for ${this.#limitMs / 1_000} s`),
      )
    }, this.#limitMs)
  }

  /** Resolves as the start does. Rejects when there was no progress for too long, while the start may go on. */
  async over<T>(start: Promise<T>): Promise<T> {
    try {
      return await Promise.race([start, this.#stalled.promise])
    } finally {
      this.#isOver = true
      clearTimeout(this.#timer)
    }
  }
}
