/**
 * Runs background work, one run at a time: on request, after a delay, or periodically. Its timers do not keep
 * the process alive.
 */
export class Repeater {
  readonly #work: () => Promise<unknown>
  readonly #onError: (error: unknown) => void
  /** The requested run that has not begun. All calls of `run` that share it wait for its end. */
  #next: PromiseWithResolvers<void> | undefined
  /** Resolves when no run is running or waiting; undefined while none is. */
  #running: Promise<void> | undefined
  /** Calls `run` later, for `runIn`. */
  #timer: NodeJS.Timeout | undefined
  /** Set by `start`; undefined: runs only on request. */
  #everyMs: number | undefined
  #isClosed = false

  /** `onError` is called with the error of each run that fails. */
  constructor(work: () => Promise<unknown>, onError: (error: unknown) => void) {
    this.#work = work
    this.#onError = onError
  }

  get isRunning(): boolean {
    return this.#running !== undefined
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** From now on also runs `everyMs` milliseconds after the end of each run. */
  start(everyMs: number): void {
    this.#everyMs = everyMs
    if (!this.isRunning) this.runIn(everyMs)
  }

  /**
   * Runs now, or again after the current run. At most one run waits, and later calls share it. A run begins
   * after all calls that share it, so it sees the changes made before them. Resolves when the run has ended;
   * never rejects.
   */
  run(): Promise<void> {
    if (this.#isClosed) return this.idle()
    this.#next ??= Promise.withResolvers()
    const { promise } = this.#next
    this.#running ??= this.#runAll()
    return promise
  }

  /** Runs in `ms` milliseconds, instead of at the time set before. */
  runIn(ms: number): void {
    clearTimeout(this.#timer)
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.run(), ms).unref()
  }

  /** Resolves when no run is running or waiting. */
  async idle(): Promise<void> {
    await this.#running
  }

  /** No run begins after this call. Resolves when the current run has ended. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.idle()
  }

  async #runAll(): Promise<void> {
    // Calls that follow synchronously share the first run.
    await Promise.resolve()
    clearTimeout(this.#timer)
    for (let next = this.#next; next !== undefined; next = this.#next) {
      this.#next = undefined
      if (!this.#isClosed) await this.#work().catch(this.#onError)
      next.resolve()
    }
    this.#running = undefined
    if (this.#everyMs !== undefined) this.runIn(this.#everyMs)
  }
}
