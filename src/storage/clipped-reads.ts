import type { CountingReads } from './rollups/counting-reads.ts'
import type { Scope } from './store.ts'
import type { StoredDays } from './stored-days.ts'

/** Counting reads of days that may have events: who asks about a century does not wait for empty days. */
export function clippedReads(reads: CountingReads, days: StoredDays): CountingReads {
  const isEmpty = ({ from, to }: { from: number; to: number }) => from >= to
  return {
    async countPeriods(scope, bounds, read) {
      const counts = new Array<number>(Math.max(0, bounds.length - 1)).fill(0)
      const clipped = days.clip(scope)
      if (isEmpty(clipped)) return counts
      const { first, bounds: some } = boundsIn(bounds, clipped)
      const found = await reads.countPeriods(clipped, some, read)
      counts.splice(first, found.length, ...found)
      return counts
    },
    async groupCounts(scope, query, read) {
      const clipped = days.clip(scope)
      if (isEmpty(clipped)) return []
      if (query.bounds === undefined) return await reads.groupCounts(clipped, query, read)
      const { first, bounds } = boundsIn(query.bounds, clipped)
      const rows = await reads.groupCounts(clipped, { ...query, bounds }, read)
      return first === 0 ? rows : rows.map(row => ({ ...row, period: row.period + first }))
    },
    async topValues(scope, query, read) {
      const clipped = days.clip(scope)
      if (isEmpty(clipped)) return { rows: [], values: 0, count: 0 }
      return await reads.topValues(clipped, query, read)
    },
    async lastValues(scope, query, read) {
      const clipped = days.clip(scope)
      return isEmpty(clipped) ? [] : await reads.lastValues(clipped, query, read)
    },
    async countEvents(scope, range, read) {
      const clipped = days.clip(scope)
      if (isEmpty(clipped)) return { events: 0, occurrences: 0 }
      return await reads.countEvents(clipped, days.clip(range), read)
    },
    estimateCounting(fields, predicate, bounds, from, to) {
      const clipped = days.clip({ from, to })
      if (isEmpty(clipped)) return 0
      const some = bounds && boundsIn(bounds, clipped).bounds
      return reads.estimateCounting(fields, predicate, some, clipped.from, clipped.to)
    },
    estimateTop(query, predicate, from, to) {
      const clipped = days.clip({ from, to })
      return isEmpty(clipped) ? 0 : reads.estimateTop(query, predicate, clipped.from, clipped.to)
    },
  }
}

/** The periods of the span, the first and the last cut to it; `first`: the index of the first of them. */
function boundsIn(
  bounds: readonly number[],
  { from, to }: Pick<Scope, 'from' | 'to'>,
): { first: number; bounds: readonly number[] } {
  const inner = bounds.filter(bound => bound > from && bound < to)
  const first = Math.max(
    0,
    bounds.findLastIndex(bound => bound <= from),
  )
  if (inner.length === bounds.length - 2 && bounds[0] === from && bounds.at(-1) === to)
    return { first, bounds }
  return { first, bounds: [from, ...inner, to] }
}
