import type { Value } from '../../contract/field.ts'
import { slotSize } from '../rollups/tile.ts'
import type { TileSlice } from '../rollups/tiles.ts'

/** The counts of one combination of values in one period. */
export interface Sum {
  /** Index of the period. */
  period: number
  /** Id of the combination, for `valuesOf`. */
  id: number
  /** Occurrences. */
  count: number
  /** First rows, one for each event that began. */
  firsts: number
  /** Second of the newest row, Unix seconds. */
  last: number
}

/** Counts by period and values. `sums` are in any order, each combination of period and values once. */
export interface ValueCounts {
  readonly sums: readonly Sum[]
  /** Occurrences by period, without an object for each; may be present if there is one combination. */
  readonly counts?: ArrayLike<number> | undefined
  /** By the `id` of a sum. */
  valuesOf(id: number): readonly Value[]
}

/** With more cells (periods times values), only cells with counts are stored. */
const maxDenseCells = 300_000

/** Maximum sums, which are objects in this process. */
const maxSums = 600_000

/** There are more than `maxSums` sums. */
export class TooManySumsError extends Error {
  override name = 'TooManySumsError' as const
}

/** Maps each combination of values to the sum to which its counts are added. */
export interface ValueMapping {
  /** Number of ids of sums. */
  ids: number
  /** By id of a combination: the id of its sum, or -1 to leave it out. Undefined: both ids are the same. */
  to: Int32Array | undefined
}

/** Adds up the counts of slices, by periods and mapped values, in any order. Throws a TooManySumsError. */
export function sumTiles(
  slices: Iterable<TileSlice>,
  bounds: readonly number[] | undefined,
  { ids, to }: ValueMapping,
): Pick<ValueCounts, 'sums' | 'counts'> {
  const periods = bounds === undefined ? 1 : Math.max(1, bounds.length - 1)
  const sums = periods * ids <= maxDenseCells ? new DenseSums(periods, ids) : new SparseSums(ids)
  const periodOf = periodsOf(bounds)
  for (const { tile, first, end, tileStart, slotSeconds } of slices) {
    const { keys, counts, firsts, last } = tile
    let slot = -1
    let offset = 0
    for (let i = first; i < end; i++) {
      const key = keys[i] ?? 0
      const slotOfKey = Math.floor(key / slotSize)
      if (slotOfKey !== slot) {
        slot = slotOfKey
        offset = periodOf(tileStart + slot * slotSeconds) * ids
      }
      const id = key - slot * slotSize
      const target = to === undefined ? id : (to[id] ?? -1)
      if (target >= 0) sums.add(offset + target, counts[i] ?? 0, firsts[i] ?? 0, last[i] ?? 0)
    }
  }
  return sums
}

/** Sums in arrays, with a cell for each combination of period and id. */
class DenseSums {
  readonly #ids: number
  readonly #counts: Float64Array
  readonly #firsts: Float64Array
  readonly #last: Float64Array
  /** Made when `sums` is first read; nothing may be added afterwards. */
  #all: Sum[] | undefined

  constructor(periods: number, ids: number) {
    const cells = periods * ids
    this.#ids = ids
    this.#counts = new Float64Array(cells)
    this.#firsts = new Float64Array(cells)
    this.#last = new Float64Array(cells)
  }

  add(cell: number, count: number, firsts: number, last: number): void {
    this.#counts[cell] = (this.#counts[cell] ?? 0) + count
    this.#firsts[cell] = (this.#firsts[cell] ?? 0) + firsts
    if (last > (this.#last[cell] ?? 0)) this.#last[cell] = last
  }

  get counts(): Float64Array | undefined {
    return this.#ids === 1 ? this.#counts : undefined
  }

  get sums(): Sum[] {
    this.#all ??= this.#nonZero()
    return this.#all
  }

  #nonZero(): Sum[] {
    const sums: Sum[] = []
    const ids = this.#ids
    for (let cell = 0; cell < this.#counts.length; cell++) {
      const count = this.#counts[cell] ?? 0
      // Each row counts at least one occurrence.
      if (count === 0) continue
      const period = Math.floor(cell / ids)
      const id = cell - period * ids
      sums.push({ period, id, count, firsts: this.#firsts[cell] ?? 0, last: this.#last[cell] ?? 0 })
    }
    return sums
  }
}

/** Sums of the cells that have counts. */
class SparseSums {
  readonly #ids: number
  readonly #sums = new Map<number, Sum>()
  readonly counts = undefined
  /** As in DenseSums. */
  #all: Sum[] | undefined

  constructor(ids: number) {
    this.#ids = ids
  }

  add(cell: number, count: number, firsts: number, last: number): void {
    const sum = this.#sums.get(cell)
    if (sum === undefined) {
      if (this.#sums.size >= maxSums) throw new TooManySumsError()
      const period = Math.floor(cell / this.#ids)
      this.#sums.set(cell, { period, id: cell - period * this.#ids, count, firsts, last })
      return
    }
    sum.count += count
    sum.firsts += firsts
    if (last > sum.last) sum.last = last
  }

  get sums(): Sum[] {
    this.#all ??= [...this.#sums.values()]
    return this.#all
  }
}

/**
 * Makes a function that finds the period of a second. It starts at the last period: seconds nearly ascend.
 */
function periodsOf(bounds: readonly number[] | undefined): (second: number) => number {
  if (bounds === undefined) return () => 0
  let period = 0
  return second => {
    while (period > 0 && second < (bounds[period] ?? 0)) period--
    while (period < bounds.length - 2 && second >= (bounds[period + 1] ?? 0)) period++
    return period
  }
}
