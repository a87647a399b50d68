import { slotSize } from './tile.ts'
import type { Run } from './tiles.ts'

/** Sums of one value in one period. */
export interface Sum {
  period: number
  id: number
  count: number
  firsts: number
  last: number
}

/** Sums by so many cells (periods times values) are held in arrays; of more, those that have anything. */
const mostDense = 300_000

/** Tens of thousands of entries as a few hundred sums, before anything is done with their values; in no order. `ids`: numbers of values are below. */
export function summed(runs: Iterable<Run>, bounds: readonly number[] | undefined, ids: number): Sum[] {
  const periods = bounds === undefined ? 1 : Math.max(1, bounds.length - 1)
  const sums = periods * ids <= mostDense ? new DenseSums(periods, ids) : new SparseSums(ids)
  const periodOf = periodsOf(bounds)
  for (const { tile, first, end, second, length } of runs) {
    const { keys, counts, firsts, last } = tile
    let slot = -1
    let offset = 0
    for (let i = first; i < end; i++) {
      const key = keys[i] ?? 0
      const own = Math.floor(key / slotSize)
      if (own !== slot) {
        slot = own
        offset = periodOf(second + slot * length) * ids - slot * slotSize
      }
      sums.add(offset + key, counts[i] ?? 0, firsts[i] ?? 0, last[i] ?? 0)
    }
  }
  return sums.all()
}

class DenseSums {
  readonly #ids: number
  readonly #counts: Float64Array
  readonly #firsts: Float64Array
  readonly #last: Float64Array

  constructor(periods: number, ids: number) {
    this.#ids = ids
    this.#counts = new Float64Array(periods * ids)
    this.#firsts = new Float64Array(periods * ids)
    this.#last = new Float64Array(periods * ids)
  }

  add(cell: number, count: number, firsts: number, last: number): void {
    this.#counts[cell] = (this.#counts[cell] ?? 0) + count
    this.#firsts[cell] = (this.#firsts[cell] ?? 0) + firsts
    if (last > (this.#last[cell] ?? 0)) this.#last[cell] = last
  }

  all(): Sum[] {
    const sums: Sum[] = []
    const ids = this.#ids
    for (const [cell, count] of this.#counts.entries()) {
      // Each row counts for one at least.
      if (count === 0) continue
      const period = Math.floor(cell / ids)
      sums.push({
        period,
        id: cell - period * ids,
        count,
        firsts: this.#firsts[cell] ?? 0,
        last: this.#last[cell] ?? 0,
      })
    }
    return sums
  }
}

class SparseSums {
  readonly #ids: number
  readonly #sums = new Map<number, Sum>()

  constructor(ids: number) {
    this.#ids = ids
  }

  add(cell: number, count: number, firsts: number, last: number): void {
    const sum = this.#sums.get(cell)
    if (sum === undefined) {
      const period = Math.floor(cell / this.#ids)
      this.#sums.set(cell, { period, id: cell - period * this.#ids, count, firsts, last })
      return
    }
    sum.count += count
    sum.firsts += firsts
    if (last > sum.last) sum.last = last
  }

  all(): Sum[] {
    return [...this.#sums.values()]
  }
}

/** The period that a second lies in. Asked in nearly ascending order, so it looks on from where it was. */
function periodsOf(bounds: readonly number[] | undefined): (second: number) => number {
  if (bounds === undefined) return () => 0
  let period = 0
  return second => {
    while (period > 0 && second < (bounds[period] ?? 0)) period--
    while (period < bounds.length - 2 && second >= (bounds[period + 1] ?? 0)) period++
    return period
  }
}
