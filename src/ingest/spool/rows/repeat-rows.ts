import { RowBuffer } from './row-buffer.ts'
import type { RowContent } from './row-content.ts'

/**
 * Maximum rows of an event that are searched for the second of an occurrence. If none of them is of this
 * second, the occurrence gets a new row.
 */
const maxSearchedRows = 64
/** Maximum bytes of the columns id to `earlier` of a row, without the numbers in `earlier`. */
const maxHeadBytes = 34

/** The repeat rows of an open batch: one for each event and second, rarely more (see maxSearchedRows). */
export class RepeatRows {
  size = 0
  /** Number of occurrences in all rows. */
  occurrences = 0
  readonly #content = new RowBuffer(256 * 1024)
  // The columns of the rows, by row. Times are microseconds.
  #ids = new Float64Array(1024)
  #firsts = new Float64Array(1024)
  #lasts = new Float64Array(1024)
  #counts = new Uint32Array(1024)
  // Positions in `#content`.
  #starts = new Uint32Array(1024)
  #messageStarts = new Uint32Array(1024)
  #ends = new Uint32Array(1024)
  /** The next older row of the same event, -1 for none. */
  #olderRows = new Int32Array(1024)
  /** Index in `#times` of the row's occurrence that was recorded last. */
  #lastOccurrences = new Int32Array(1024)
  // By occurrence.
  #times = new Float64Array(1024)
  /** Index of the occurrence of the same row that was recorded before it; -1 for none. */
  #previous = new Int32Array(1024)

  /** Upper bound of the bytes of the encoded rows: a template is at most as long as the content. */
  get bytes(): number {
    return this.size * maxHeadBytes + 2 * this.#content.length + this.occurrences * 4
  }

  /**
   * Adds an occurrence at `ts` of an event that first occurred at `first`. `newest`: the event's newest row
   * in this batch, -1 for none. Returns the newest row afterwards.
   */
  record(content: RowContent, id: number, first: number, ts: number, newest: number): number {
    const second = Math.floor(ts / 1_000_000)
    let row = newest
    for (let step = 0; row !== -1 && step < maxSearchedRows; step++) {
      if (Math.floor((this.#lasts[row] ?? 0) / 1_000_000) === second) {
        if (ts > (this.#lasts[row] ?? 0)) this.#lasts[row] = ts
        this.#counts[row] = (this.#counts[row] ?? 0) + 1
        this.#lastOccurrences[row] = this.#addOccurrence(ts, this.#lastOccurrences[row] ?? -1)
        return newest
      }
      row = this.#olderRows[row] ?? -1
    }
    return this.#add(content, id, first, ts, newest)
  }

  #add(content: RowContent, id: number, first: number, ts: number, newest: number): number {
    if (this.size === this.#ids.length) this.#growRows()
    const row = this.size++
    const length = content.end - content.start
    this.#content.reserve(length)
    this.#starts[row] = this.#content.length
    this.#messageStarts[row] = this.#content.length + content.messageStart - content.start
    this.#content.copy(content.bytes, content.start, content.end)
    this.#ends[row] = this.#content.length
    this.#ids[row] = id
    this.#firsts[row] = first
    this.#lasts[row] = ts
    this.#counts[row] = 1
    this.#olderRows[row] = newest
    this.#lastOccurrences[row] = this.#addOccurrence(ts, -1)
    return row
  }

  #addOccurrence(ts: number, previous: number): number {
    if (this.occurrences === this.#times.length) {
      this.#times = grown(this.#times, new Float64Array(this.#times.length * 2))
      this.#previous = grown(this.#previous, new Int32Array(this.#previous.length * 2))
    }
    const index = this.occurrences++
    this.#times[index] = ts
    this.#previous[index] = previous
    return index
  }

  /** Time of the row's last occurrence, microseconds. */
  last(row: number): number {
    return this.#lasts[row] ?? 0
  }

  /** Start of the message in the content of a row. */
  messageOffset(row: number): number {
    return (this.#messageStarts[row] ?? 0) - (this.#starts[row] ?? 0)
  }

  /**
   * Appends a row to `to`: the columns of schema/event/row.ts, except its template. Returns the start of its
   * content. The column `earlier` has the distances from the last occurrence to all others, in reverse order
   * of recording.
   */
  write(row: number, to: RowBuffer): number {
    const count = this.#counts[row] ?? 0
    const last = this.#lasts[row] ?? 0
    const start = this.#starts[row] ?? 0
    const end = this.#ends[row] ?? 0
    to.reserve(maxHeadBytes + count * 4 + end - start)
    to.uint53(this.#ids[row] ?? 0)
    to.uint53(last)
    to.uint53(this.#firsts[row] ?? 0)
    // The column `repeat`.
    to.uint8(1)
    to.uint32(count)
    // The length of `earlier`.
    to.varint(count - 1)
    // The last occurrence itself is not in `earlier`; others at the same microsecond are.
    let skippedLast = false
    for (let index = this.#lastOccurrences[row] ?? -1; index !== -1; index = this.#previous[index] ?? -1) {
      const distance = last - (this.#times[index] ?? 0)
      if (distance === 0 && !skippedLast) skippedLast = true
      else to.uint32(distance)
    }
    const content = to.length
    to.copy(this.#content.bytes, start, end)
    return content
  }

  clear(): void {
    this.size = 0
    this.occurrences = 0
    this.#content.length = 0
  }

  #growRows(): void {
    const size = this.#ids.length * 2
    this.#ids = grown(this.#ids, new Float64Array(size))
    this.#firsts = grown(this.#firsts, new Float64Array(size))
    this.#lasts = grown(this.#lasts, new Float64Array(size))
    this.#counts = grown(this.#counts, new Uint32Array(size))
    this.#starts = grown(this.#starts, new Uint32Array(size))
    this.#messageStarts = grown(this.#messageStarts, new Uint32Array(size))
    this.#ends = grown(this.#ends, new Uint32Array(size))
    this.#olderRows = grown(this.#olderRows, new Int32Array(size))
    this.#lastOccurrences = grown(this.#lastOccurrences, new Int32Array(size))
  }
}

function grown<T extends Float64Array | Int32Array | Uint32Array>(from: T, to: T): T {
  to.set(from)
  return to
}
