import { daySeconds, type Span } from '../time-span.ts'
import { countValues } from './count-values.ts'
import { rowWords, writtenWords } from './layout.ts'
import { rankRuns } from './rank-runs.ts'
import type { Hash, Ranking } from './ranking.ts'
import { addRun, free, type Run, rowsIn, runOf } from './run.ts'

/** The rows of tags by days. Tags have numbers, days are Unix days. */
export class RowStore {
  readonly #tags = new Map<number, Map<number, readonly Run[]>>()

  /** Rows of all tags. */
  get rows(): number {
    let rows = 0
    for (const days of this.#tags.values())
      for (const runs of days.values()) for (const run of runs) rows += rowsIn(run)
    return rows
  }

  /** Adds rows of these days, as the engine wrote them; rows of other days are left out. Takes the memory of `rows`. */
  add(tag: number, wanted: readonly number[], rows: Int32Array<ArrayBuffer>): void {
    const days = this.#tags.get(tag) ?? new Map<number, readonly Run[]>()
    this.#tags.set(tag, days)
    const sizes = sizesByDay(rows)
    for (const day of wanted) {
      const size = sizes.get(day)
      if (size === undefined) continue
      const own = size === rows.length / writtenWords ? rows : ofDay(rows, day, size)
      days.set(day, addRun(days.get(day) ?? [], runOf(own, writtenWords)))
      if (own !== rows) free(own)
    }
    free(rows)
  }

  drop(tag: number, days: readonly number[] | 'all'): void {
    const kept = this.#tags.get(tag)
    for (const day of days === 'all' ? [...(kept?.keys() ?? [])] : days) {
      for (const { words } of kept?.get(day) ?? []) free(words)
      kept?.delete(day)
    }
    if (days === 'all') this.#tags.delete(tag)
  }

  /** Counts values between each bound (Unix seconds) and the next, value by value, the first period first. */
  count(tag: number, bounds: readonly number[], values: readonly Hash[]): Float64Array {
    const counts = new Float64Array((bounds.length - 1) * values.length)
    for (const [day, runs] of this.#tags.get(tag) ?? []) {
      for (const run of runs) countValues(run, day * daySeconds, bounds, values, counts)
    }
    return counts
  }

  /** Ranks the values of [from, to), Unix seconds; see rankRuns. */
  rank(tag: number, { from, to }: Span, wanted: number, maxTied: number): Ranking {
    const spans = [...(this.#tags.get(tag) ?? [])].flatMap(([day, runs]) => {
      const start = day * daySeconds
      const span = { runs, start, from: Math.max(0, from - start), to: Math.min(daySeconds, to - start) }
      return span.from < span.to ? [span] : []
    })
    return rankRuns(spans, wanted, maxTied)
  }
}

function sizesByDay(rows: Int32Array): Map<number, number> {
  const sizes = new Map<number, number>()
  let [day, size] = [-1, 0]
  for (let at = rowWords; at < rows.length; at += writtenWords) {
    const other = rows[at] ?? 0
    if (other !== day) {
      if (size > 0) sizes.set(day, (sizes.get(day) ?? 0) + size)
      day = other
      size = 0
    }
    size++
  }
  if (size > 0) sizes.set(day, (sizes.get(day) ?? 0) + size)
  return sizes
}

function ofDay(rows: Int32Array, day: number, size: number): Int32Array<ArrayBuffer> {
  const own = new Int32Array(size * writtenWords)
  let end = 0
  for (let at = 0; at < rows.length; at += writtenWords) {
    if (rows[at + rowWords] !== day) continue
    own.set(rows.subarray(at, at + writtenWords), end)
    end += writtenWords
  }
  return own
}
