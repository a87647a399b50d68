/** Causes that end a statement, besides its answer. */
export interface EndCauses {
  /** The reader's signal. */
  signal?: AbortSignal | undefined
  /** Each fires when a required server goes down. */
  downs: readonly AbortSignal[]
  timeoutMs: number
  /** The error of a timeout. */
  timeoutError: () => Error
}

/**
 * Its signal fires when a statement must end: because of its reader, its deadline, or a server that went
 * down.
 */
export class StatementEnd {
  readonly #controller = new AbortController()
  readonly #causes: EndCauses
  readonly #timer: NodeJS.Timeout
  /** The error, if the reader or the deadline ended the statement; undefined if a server went down. */
  error: Error | undefined

  constructor(causes: EndCauses) {
    this.#causes = causes
    const { signal, downs, timeoutMs, timeoutError } = causes
    this.#timer = setTimeout(() => this.#end(timeoutError()), timeoutMs)
    signal?.addEventListener('abort', this.#onReader)
    for (const down of downs) down.addEventListener('abort', this.#onDown)
    if (signal?.aborted) this.#onReader()
    if (downs.some(({ aborted }) => aborted)) this.#onDown()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Call it once the statement has ended: removes the listeners and the timer. */
  release(): void {
    const { signal, downs } = this.#causes
    clearTimeout(this.#timer)
    signal?.removeEventListener('abort', this.#onReader)
    for (const down of downs) down.removeEventListener('abort', this.#onDown)
  }

  readonly #onReader = (): void => this.#end(this.#causes.signal?.reason)
  readonly #onDown = (): void => this.#end(undefined)

  #end(error: Error | undefined): void {
    this.error ??= error
    this.#controller.abort(error ?? new Error('the server does not answer'))
  }
}
