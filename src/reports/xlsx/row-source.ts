import type { Row } from '../document.ts'

/** The rows of a table, so that a sheet can end in the middle of a batch and the next one continue there. */
export interface RowSource {
  /** The current batch. */
  batch: readonly Row[]
  /** Index of the next row in it. */
  at: number
  /** Reads until there is a next row; false at the end. */
  more(): Promise<boolean>
  /** Stops reading, at the end or before it. */
  close(): Promise<void>
}

export function rowSource(rows: AsyncIterable<readonly Row[]>): RowSource {
  const iterator = rows[Symbol.asyncIterator]()
  let over = false
  return {
    batch: [],
    at: 0,
    async more() {
      while (this.at >= this.batch.length && !over) {
        const next = await iterator.next()
        over = next.done === true
        this.batch = next.done === true ? [] : next.value
        this.at = 0
      }
      return !over
    },
    async close() {
      if (over) return
      over = true
      await iterator.return?.()
    },
  }
}
