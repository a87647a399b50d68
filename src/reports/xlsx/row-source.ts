import type { Row } from '../document.ts'

/** A table's rows, taken a few at a time, so that a sheet may end in the middle of a batch and the next go on there. */
export interface RowSource {
  /** The batch under way. */
  batch: readonly Row[]
  /** Index of the next row in it. */
  at: number
  /** Makes sure that there is a next row. false: that was all. */
  more(): Promise<boolean>
  /** Lets the rows go, read to their end or not. */
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
