import type { StoredEvent } from '../../../schema/event/event.ts'
import type { Mark, PageQuery, Scope } from '../../contract/event-store.ts'
import { micro } from '../../contract/time-span.ts'
import type { EventKey } from '../../reads/event-key.ts'
import { BoundedMatcher, matchBounds } from './bounded-matcher.ts'
import type { RecentRow, RecentSnapshot } from './recent-snapshot.ts'
import { rowMatcher } from './row-matcher.ts'

/** An event of the page, or its key when not all of its rows are in memory. */
export type NewestEvent = { event: StoredEvent } | { key: EventKey }

/**
 * The events of a page by their last occurrence, newest first, from rows in memory; undefined when the rows
 * do not reach back far enough. The predicate is on rows, not on whole events.
 */
export function newestEvents(
  recent: RecentSnapshot,
  scope: Scope,
  { offset, limit, matching }: Pick<PageQuery, 'offset' | 'limit' | 'matching'>,
): NewestEvent[] | undefined {
  const { rows, repeated, from } = recent
  // The rows in memory begin later: they could only show events that continued.
  if (scope.to <= from) return undefined
  // When matches do not fill the page, it also has older ones.
  if (matching !== undefined && matching < offset + limit && from > scope.from) return undefined
  if (rows.length < offset + limit && from > scope.from) return undefined
  const fit = new BoundedMatcher(rowMatcher(scope.predicate), matchBounds.page)
  const found: NewestEvent[] = []
  const seen = new Set<number>()
  let skip = offset
  for (let at = rows.length - 1; at >= 0 && found.length < limit; at--) {
    const row = rows[at]
    if (row === undefined || row.ts < scope.from * micro) return found
    if (isLater(row, scope.asOf)) continue
    const others = repeated.get(row.id)
    if (others !== undefined) {
      if (seen.has(row.id)) continue
      seen.add(row.id)
    }
    const within = isWithin(row, others, recent, scope)
    if (within === false) continue
    if (within === undefined) return undefined
    const fits = fit.matches(row.batch, row.row)
    if (fits === undefined) return undefined
    if (!fits) continue
    if (skip > 0) skip--
    else found.push(wholeOf(row, others, recent, scope.asOf))
  }
  return found.length === limit || from <= scope.from ? found : undefined
}

/** Whether an event with this newest row has a row in the scope; undefined when unknown. */
function isWithin(
  row: RecentRow,
  others: readonly RecentRow[] | undefined,
  { from }: RecentSnapshot,
  scope: Scope,
): boolean | undefined {
  if (row.ts < scope.to * micro) return true
  if (others === undefined) return false
  const first = row.batch.firsts[row.row] ?? 0
  if (first >= scope.to * micro) return false
  // The first row may be gone when it is older than the rows in memory.
  if (first >= Math.max(scope.from, from) * micro) return true
  const inScope = others.some(
    other => other.ts >= scope.from * micro && other.ts < scope.to * micro && !isLater(other, scope.asOf),
  )
  return inScope || (from <= scope.from ? false : undefined)
}

/**
 * The event with the counter of all its rows, when all are in memory. The first row counts even when its
 * batch failed or is later than the mark; other rows of such batches do not count. The page of the table
 * counts in the same way.
 */
function wholeOf(
  { batch, row, id, ts }: RecentRow,
  others: readonly RecentRow[] | undefined,
  { from }: RecentSnapshot,
  asOf: Mark | undefined,
): NewestEvent {
  const first = batch.firsts[row] ?? 0
  if (first < from * micro) return { key: { id, first, ts } }
  const event = batch.event(row)
  let counter = 1
  for (const other of others ?? []) {
    const isRepeat = other.batch.repeats[other.row] !== 0
    if (isRepeat && !isLater(other, asOf)) counter += other.batch.counts[other.row] ?? 0
  }
  return { event: { ...event, last: ts, counter } }
}

function isLater({ batch: { sequence } }: RecentRow, asOf: Mark | undefined): boolean {
  return asOf !== undefined && (sequence > asOf.batch || asOf.missing.includes(sequence))
}
