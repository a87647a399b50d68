import type { LastRow, Scope } from '../../contract/event-store.ts'
import type { Field, Value } from '../../contract/field.ts'
import { micro } from '../../contract/time-span.ts'
import { BoundedMatcher, matchBounds } from './bounded-matcher.ts'
import type { RecentSnapshot } from './recent-snapshot.ts'
import { rowMatcher } from './row-matcher.ts'

/**
 * The answer of `lastMoments`, from rows in memory; undefined when not all of the seconds are in memory, or
 * too many rows would have to be examined.
 */
export function lastMomentsInMemory(
  { from, rows }: RecentSnapshot,
  scope: Scope,
  field: Field,
  known: readonly LastRow[],
): LastRow[] | undefined {
  if (field === 'message') return undefined
  const wanted = new Map<Value, number>(known.map(({ value, last }) => [value, last]))
  const oldest = known.reduce((least, { last }) => Math.min(least, last), Number.POSITIVE_INFINITY)
  if (oldest < from * micro) return undefined
  const fit = new BoundedMatcher(rowMatcher(scope.predicate), matchBounds.count)
  const moments = new Map<Value, number>()
  for (let at = rows.length - 1; at >= 0 && moments.size < wanted.size; at--) {
    const row = rows[at]
    if (row === undefined || row.ts < oldest) break
    if (row.ts >= scope.to * micro) continue
    const value = row.batch.value(row.row, field)
    const second = wanted.get(value)
    if (second === undefined || moments.has(value)) continue
    const fits = fit.matches(row.batch, row.row)
    if (fits === undefined) return undefined
    if (fits) moments.set(value, row.ts)
  }
  // The counts include a row that is not in memory: only the table has all rows.
  if (moments.size < wanted.size) return undefined
  return known.flatMap(row => {
    const last = moments.get(row.value)
    return last === undefined ? [] : [{ ...row, last }]
  })
}
