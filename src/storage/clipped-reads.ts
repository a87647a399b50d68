import type { KnownNames } from './names.ts'
import type { CountingReads } from './rollups/counting-reads.ts'
import { withNames } from './sql/scope.ts'
import type { Scope } from './store.ts'
import type { StoredDays } from './stored-days.ts'
import type { Span } from './time-span.ts'

/**
 * Counting reads of the days that may have events: a range of a century costs no more than the days that it has. `names`: for the SQL of the
 * reads.
 */
export function clippedReads(reads: CountingReads, days: StoredDays, names: KnownNames): CountingReads {
  const isEmpty = ({ from, to }: Span) => from >= to
  const clipped = async <T>(scope: Scope, none: T, answer: (part: Scope) => Promise<T>): Promise<T> => {
    const part = withNames(days.clip(scope), names)
    return isEmpty(part) ? none : await answer(part)
  }
  return {
    async countPeriods(scope, bounds, read) {
      const counts = new Array<number>(Math.max(0, bounds.length - 1)).fill(0)
      return await clipped(scope, counts, async part => {
        const { first, bounds: some } = boundsIn(bounds, part)
        const found = await reads.countPeriods(part, some, read)
        return counts.toSpliced(first, found.length, ...found)
      })
    },
    groupCounts: (scope, query, read) =>
      clipped(scope, [], async part => {
        if (query.bounds === undefined) return await reads.groupCounts(part, query, read)
        const { first, bounds } = boundsIn(query.bounds, part)
        const rows = await reads.groupCounts(part, { ...query, bounds }, read)
        return first === 0 ? rows : rows.map(row => ({ ...row, period: row.period + first }))
      }),
    topValues: (scope, query, read) =>
      clipped(scope, { rows: [], values: 0, count: 0 }, part => reads.topValues(part, query, read)),
    tagValues: (scope, query, read) => {
      const none = query.names.map(() => ({ rows: [], values: 0, count: 0 }))
      return clipped(scope, none, part => reads.tagValues(part, query, read))
    },
    lastValues: (scope, query, read) => clipped(scope, [], part => reads.lastValues(part, query, read)),
    countEvents: (scope, range, read) =>
      clipped(scope, { events: 0, occurrences: 0 }, part => reads.countEvents(part, days.clip(range), read)),
    estimateCounting(fields, predicate, bounds, from, to) {
      const clipped = days.clip({ from, to })
      if (isEmpty(clipped)) return 0
      const some = bounds && boundsIn(bounds, clipped).bounds
      return reads.estimateCounting(fields, predicate, some, clipped.from, clipped.to)
    },
    estimateTagValues(names, predicate, from, to) {
      const clipped = days.clip({ from, to })
      return isEmpty(clipped) ? 0 : reads.estimateTagValues(names, predicate, clipped.from, clipped.to)
    },
  }
}

/** The periods of the span, the first and the last cut to it; `first`: the index of the first of them. */
function boundsIn(
  bounds: readonly number[],
  { from, to }: Span,
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
