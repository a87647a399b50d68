import type { Row } from '../document/document.ts'

/** The rows of a table. A sheet can end in the middle of a batch, and the next sheet continues there. */
export class RowSource {
  /** The current batch. */
  batch: readonly Row[] = []
  /** Index of the next row in the batch. */
  at = 0
  readonly #batches: AsyncIterator<readonly Row[]>
  #isDone = false

  constructor(rows: AsyncIterable<readonly Row[]>) {
    this.#batches = rows[Symbol.asyncIterator]()
  }

  /** Reads until there is a next row; false at the end. */
  async more(): Promise<boolean> {
    while (this.at >= this.batch.length && !this.#isDone) {
      const { value, done } = await this.#batches.next()
      this.#isDone = done === true
      this.batch = done ? [] : value
      this.at = 0
    }
    return !this.#isDone
  }

  /** Stops reading, even before the end. */
  async close(): Promise<void> {
    if (!this.#isDone) await this.#batches.return?.()
    this.#isDone = true
  }
}
