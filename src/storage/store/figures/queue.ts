import { backoffMs } from '../../../async/backoff.ts'
import { pause, until } from '../../../async/until.ts'
import type { Figure } from '../../../schema/store/figure.ts'
import { thrownText } from '../../../schema/thrown-text.ts'

/** See `Figures.append`. */
type Append = (rows: readonly Figure[], repeated: boolean) => Promise<void>

/** Maximum rows of one insert. */
const maxBatchRows = 2_000
/**
 * Maximum rows that wait for the store: one day of ingest counts and one hour of 60 series of the machine.
 */
const maxWaitingRows = 110_000
const retryDelay = { minMs: 200, maxMs: 30_000 }
const closeTimeoutMs = 3_000

/** Appends figures, one insert at a time. Retries an insert until it succeeds or the queue is closed. */
export class FigureQueue {
  readonly #append: Append
  readonly #warn: (message: string) => void
  readonly #stop = new AbortController()
  #waiting: Figure[] = []
  /** Set while rows are being appended. */
  #writing: Promise<void> | undefined
  /** Rows dropped since the last warning about dropped rows. */
  #dropped = 0

  constructor(append: Append, warn: (message: string) => void) {
    this.#append = append
    this.#warn = warn
  }

  /** Queues rows, and drops the oldest ones when too many wait. Never throws. */
  add(rows: readonly Figure[]): void {
    for (const row of rows) this.#waiting.push(row)
    const excess = this.#waiting.length - maxWaitingRows
    if (excess > 0) {
      this.#waiting.splice(0, excess)
      this.#dropped += excess
    }
    const mustWrite = this.#waiting.length > 0 && !this.#stop.signal.aborted
    if (mustWrite) this.#writing ??= this.#write()
  }

  /** Resolves when all rows are stored, or when the queue is closed. */
  async written(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing
  }

  /** Stores waiting rows for up to `closeTimeoutMs`, then gives up the others. */
  async close(): Promise<void> {
    await until(this.written(), { timeoutMs: closeTimeoutMs }).catch(() => {})
    this.#stop.abort()
    await this.written()
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0 && !this.#stop.signal.aborted) {
      const batch = this.#waiting.splice(0, maxBatchRows)
      await this.#appendUntilStored(batch)
    }
    // Right after the check, without an `await`: rows that `add` queues from here on start the next run.
    this.#writing = undefined
  }

  async #appendUntilStored(batch: readonly Figure[]): Promise<void> {
    for (let failures = 0; ; ) {
      try {
        await this.#append(batch, failures > 0)
        break
      } catch (error) {
        this.#warn(`figures could not be kept, trying again: ${thrownText(error)}`)
        failures++
        await pause(backoffMs(failures, retryDelay), this.#stop.signal)
        if (this.#stop.signal.aborted) return
      }
    }
    if (this.#dropped === 0) return
    this.#warn(`${this.#dropped} rows of figures are lost: too many waited for the store`)
    this.#dropped = 0
  }
}
