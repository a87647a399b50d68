import type { Row } from '../document.ts'

/** The rows of a table, so that a sheet can end in the middle of a batch and the next one continue there. */
export class RowSource {
  /** The current batch. */
  batch: readonly Row[] = []
  /** Index of the next row in it. */
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

  /** Stops reading, at the end or before it. */
  async close(): Promise<void> {
    if (!this.#isDone) await this.#batches.return?.()
    this.#isDone = true
  }
}
