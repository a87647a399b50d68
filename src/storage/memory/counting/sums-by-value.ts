import type { Value } from '../../contract/field.ts'
import { ValueIds } from '../../sql/value-ids.ts'
import { slotSize } from '../rollups/tile.ts'
import type { Sum, ValueCounts } from './sums.ts'

/** Adds up counts by values: from several sources, or several rows. */
export class SumsByValue {
  readonly #ids = new ValueIds()
  readonly #sums = new Map<number, Sum>()

  add(period: number, values: readonly Value[], more: Pick<Sum, 'count' | 'firsts' | 'last'>): void {
    const id = this.#ids.idOf(values)
    const key = period * slotSize + id
    const sum = this.#sums.get(key)
    if (sum === undefined) {
      this.#sums.set(key, { period, id, count: more.count, firsts: more.firsts, last: more.last })
      return
    }
    sum.count += more.count
    sum.firsts += more.firsts
    sum.last = Math.max(sum.last, more.last)
  }

  all(): ValueCounts {
    return { sums: [...this.#sums.values()], valuesOf: id => this.#ids.valuesOf(id) }
  }
}

/** The sum of counts of disjoint rows. */
export function mergeCounts(a: ValueCounts, b: ValueCounts): ValueCounts {
  if (b.sums.length === 0) return a
  if (a.sums.length === 0) return b
  const all = new SumsByValue()
  for (const { sums, valuesOf } of [a, b]) {
    for (const sum of sums) all.add(sum.period, valuesOf(sum.id), sum)
  }
  return all.all()
}
