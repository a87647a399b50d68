import type { Gathered, Sum } from './sums.ts'

/** Counts of different rows as one. */
export function together(a: Gathered, b: Gathered): Gathered {
  if (b.sums.length === 0) return a
  if (a.sums.length === 0) return b
  const values: ReturnType<Gathered['valuesOf']>[] = []
  const ids = new Map<string, number>()
  const sums = new Map<string, Sum>()
  for (const { sums: some, valuesOf } of [a, b]) {
    for (const sum of some) {
      const own = valuesOf(sum.id)
      const name = JSON.stringify(own)
      const id = ids.get(name) ?? values.length
      if (id === values.length) {
        ids.set(name, id)
        values.push(own)
      }
      const key = `${sum.period} ${id}`
      const before = sums.get(key)
      sums.set(key, {
        ...sum,
        id,
        count: sum.count + (before?.count ?? 0),
        firsts: sum.firsts + (before?.firsts ?? 0),
        last: Math.max(sum.last, before?.last ?? 0),
      })
    }
  }
  return { sums: [...sums.values()], valuesOf: id => values[id] ?? [] }
}
