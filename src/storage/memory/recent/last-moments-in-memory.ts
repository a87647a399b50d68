import type { LastRow, Scope } from '../../contract/event-store.ts'
import type { Field, Value } from '../../contract/field.ts'
import { micro } from '../../contract/time-span.ts'
import { BoundedMatcher, matchBounds } from './bounded-matcher.ts'
import type { RecentSnapshot } from './recent-snapshot.ts'
import { rowMatcher } from './row-matcher.ts'

/**
 * Finds the microsecond of each value's last occurrence in the rows in memory. `lastSeconds` has the values
 * with the second of their last occurrence. Undefined if not all of these seconds are in memory, if the field
 * is the message, or if too many rows would have to be examined.
 */
export function lastMomentsInMemory(
  { from, rows }: RecentSnapshot,
  scope: Scope,
  field: Field,
  lastSeconds: readonly LastRow[],
): LastRow[] | undefined {
  if (field === 'message') return undefined
  const wanted = new Set(lastSeconds.map(({ value }) => value))
  const oldest = lastSeconds.reduce((min, { last }) => Math.min(min, last), Number.POSITIVE_INFINITY)
  if (oldest < from * micro) return undefined
  const matcher = new BoundedMatcher(rowMatcher(scope.predicate), matchBounds.count)
  const moments = new Map<Value, number>()
  for (let at = rows.length - 1; at >= 0 && moments.size < wanted.size; at--) {
    const row = rows[at]
    if (row === undefined || row.ts < oldest) break
    if (row.ts >= scope.to * micro) continue
    const value = row.batch.value(row.row, field)
    if (!wanted.has(value) || moments.has(value)) continue
    const isMatch = matcher.matches(row.batch, row.row)
    if (isMatch === undefined) return undefined
    if (isMatch) moments.set(value, row.ts)
  }
  // Memory lacks the last row of a value.
  if (moments.size < wanted.size) return undefined
  return lastSeconds.map(row => ({ ...row, last: moments.get(row.value) ?? row.last }))
}
