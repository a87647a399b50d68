import type { Value } from '../store.ts'
import type { GatheredCounts, Sum } from './sums.ts'

/** Adds up counts by their values: of several sources, or of several rows. */
export class SumsByValue {
  readonly #ids = new Map<string, number>()
  readonly #values: (readonly Value[])[] = []
  readonly #sums = new Map<string, Sum>()

  add(period: number, values: readonly Value[], more: Pick<Sum, 'count' | 'firsts' | 'last'>): void {
    const name = JSON.stringify(values)
    const id = this.#ids.get(name) ?? this.#values.length
    if (id === this.#values.length) {
      this.#ids.set(name, id)
      this.#values.push(values)
    }
    const key = `${period} ${id}`
    const sum = this.#sums.get(key)
    this.#sums.set(key, {
      period,
      id,
      count: more.count + (sum?.count ?? 0),
      firsts: more.firsts + (sum?.firsts ?? 0),
      last: Math.max(more.last, sum?.last ?? 0),
    })
  }

  all(): GatheredCounts {
    return { sums: [...this.#sums.values()], valuesOf: id => this.#values[id] ?? [] }
  }
}

/** The sum of counts of different rows. */
export function mergeCounts(a: GatheredCounts, b: GatheredCounts): GatheredCounts {
  if (b.sums.length === 0) return a
  if (a.sums.length === 0) return b
  const all = new SumsByValue()
  for (const { sums, valuesOf } of [a, b]) {
    for (const sum of sums) all.add(sum.period, valuesOf(sum.id), sum)
  }
  return all.all()
}
