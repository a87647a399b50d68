/** Rows of an answer of the store at first, and the bounds. */
const firstRows = 10_000
const minRows = 2_000
const maxRows = 50_000
/** Rows that a session works off faster than the first are too few, slower than the second too many. */
const shortMs = 250
const longMs = 1_000

/**
 * How many rows a session gets at once. The store reads all rows of its batches for each answer, so large
 * answers cost less. A slow destination gets few: how far it got is known after each answer only, and what is
 * not known is sent again.
 */
export class BatchSize {
  rows = firstRows
  /** Answers in work, oldest first: when they were sent, milliseconds, and whether they had `rows` rows. */
  readonly #inWork: { sentMs: number; isFull: boolean }[] = []
  #doneMs = 0

  /** An answer with rows was sent to the session. */
  sent(rows: number, nowMs: number): void {
    this.#inWork.push({ sentMs: nowMs, isFull: rows >= this.rows })
  }

  /** The session has worked off the oldest answer. */
  done(nowMs: number): void {
    const oldest = this.#inWork.shift()
    if (oldest === undefined) return
    const ms = nowMs - Math.max(oldest.sentMs, this.#doneMs)
    this.#doneMs = nowMs
    if (ms > longMs) this.rows = Math.max(minRows, Math.ceil(this.rows / 2))
    else if (ms < shortMs && oldest.isFull) this.rows = Math.min(maxRows, this.rows * 2)
  }
}
