/** What ends a statement, besides its answer. */
export interface EndCauses {
  /** Of its reader. */
  signal?: AbortSignal | undefined
  /** Fire when a server that it needs goes down. */
  downs: readonly AbortSignal[]
  timeoutMs: number
  /** Why it is late. */
  timeoutError: () => Error
}

/** Fires when a statement is to end: by its reader, by its deadline, or because a server went down. */
export class StatementEnd {
  readonly #controller = new AbortController()
  readonly #causes: EndCauses
  readonly #timer: NodeJS.Timeout
  /** Why it fired, when the reader or the deadline did it. */
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
