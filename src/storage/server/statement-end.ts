import { Fault } from '../../schema/fault.ts'

/** Fires when a statement is to end: by its reader, by its deadline, or because the server went down. */
export class StatementEnd {
  readonly #controller = new AbortController()
  readonly #reader: AbortSignal | undefined
  readonly #down: AbortSignal
  readonly #timer: NodeJS.Timeout
  /** Why it fired, when the reader or the deadline did it. */
  error: Error | undefined

  constructor(reader: AbortSignal | undefined, down: AbortSignal, timeoutMs: number) {
    this.#reader = reader
    this.#down = down
    this.#timer = setTimeout(() => this.#end(new Fault('query_timeout')), timeoutMs)
    reader?.addEventListener('abort', this.#onReader)
    down.addEventListener('abort', this.#onDown)
    if (reader?.aborted) this.#onReader()
    if (down.aborted) this.#onDown()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  release(): void {
    clearTimeout(this.#timer)
    this.#reader?.removeEventListener('abort', this.#onReader)
    this.#down.removeEventListener('abort', this.#onDown)
  }

  readonly #onReader = (): void => this.#end(this.#reader?.reason)
  readonly #onDown = (): void => this.#end(undefined)

  #end(error: Error | undefined): void {
    this.error ??= error
    this.#controller.abort(error ?? new Error('the server does not answer'))
  }
}
