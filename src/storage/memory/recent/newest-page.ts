import type { StoredEvent } from '../../../schema/event/event.ts'
import type { Mark, PageQuery, Read, Scope } from '../../contract/event-store.ts'
import { micro } from '../../contract/time-span.ts'
import type { PageContext } from '../../reads/context.ts'
import { type EventKey, wholeEvents } from '../../reads/event-rows.ts'
import { pageOfPart, storedPart } from '../../reads/pages/page.ts'
import { breaksIn } from '../../reads/runs-of-days.ts'
import { compileFilter } from '../../sql/filter.ts'
import { BoundedMatcher, matchBounds } from './bounded-matcher.ts'
import type { FirstPageCache } from './first-page-cache.ts'
import type { RecentRows } from './recent-rows.ts'
import type { RecentRow, RecentSnapshot } from './recent-snapshot.ts'
import { rowMatcher } from './row-matcher.ts'

/** The newest events in memory, and pages of them that were computed before. */
export interface NewestInMemory {
  rows: Pick<RecentRows, 'newest'>
  pages: FirstPageCache
}

/** Maximum offset of a page's end. Later pages are read from the table: memory rarely has more events. */
const maxPageEnd = 20_000

/** Reads a page of events: from memory if it asks for the newest ones, otherwise from the table. */
export async function pageFromMemoryOrTable(
  context: PageContext,
  inMemory: NewestInMemory | undefined,
  wanted: Scope,
  query: PageQuery,
  read: Read,
): Promise<StoredEvent[]> {
  const scope = storedPart(context, wanted)
  if (scope === undefined) return []
  const readPage = () => pageOfPart(context, scope, query, read)
  if (inMemory === undefined || !isNewestFirst(query) || compileFilter(scope.predicate).events !== '')
    return await readPage()
  if (query.offset + query.limit > maxPageEnd) return await readPage()
  // Since `from`, memory has all rows. Events that began earlier are read from the table. Moves `from` past
  // dropped days: events that began on one have lost their first row, although memory has the rest.
  const newest: RecentRows['newest'] = asOf => {
    const recent = inMemory.rows.newest(asOf)
    if (recent === undefined) return undefined
    // Rows after the scope may belong to events whose first row was in it.
    const span = { from: recent.from, to: scope.to + context.window + 1 }
    const [newestBreak = 0] = breaksIn(context, span).slice(-1)
    return { ...recent, from: Math.max(recent.from, context.days?.begin ?? 0, newestBreak) }
  }
  const whole = (keys: readonly EventKey[]) => wholeEvents(context, keys, scope, query, read)
  return await pageFromMemory({ ...inMemory, rows: { newest } }, scope, query, { page: readPage, whole })
}

function isNewestFirst({ sort }: PageQuery): boolean {
  const [only] = sort
  return sort.length === 1 && only?.field === 'last_occurrence' && only.descending
}

/** Reads of the table, for events that are not completely in memory. */
interface Table {
  page: () => Promise<StoredEvent[]>
  /** The events of these keys, with all of their rows, except deleted events. */
  whole: (keys: readonly EventKey[]) => Promise<StoredEvent[]>
}

/**
 * A page of the newest events by their last occurrence: from memory if that knows which events are on it,
 * otherwise from the table. Events whose rows are not all in memory are then read from the table by key. The
 * predicate is on rows, not on whole events.
 */
export async function pageFromMemory(
  { rows, pages }: NewestInMemory,
  scope: Scope,
  query: PageQuery,
  table: Table,
): Promise<StoredEvent[]> {
  const journalNumber = pages.numberOf(scope)
  const recent = rows.newest(scope.asOf)
  const cached = recent && pages.pageFor(scope, query, recent)
  if (cached !== undefined) return cached
  const found = recent && newestEvents(recent, scope, query)
  let events: StoredEvent[]
  if (found === undefined) events = await table.page()
  else {
    const keys = found.flatMap(newest => ('key' in newest ? [newest.key] : []))
    const read = keys.length === 0 ? [] : await table.whole(keys)
    const whole = new Map(read.map(event => [event.id, event]))
    events = found.flatMap(newest => {
      const event = 'event' in newest ? newest.event : whole.get(newest.key.id)
      return event === undefined ? [] : [event]
    })
  }
  pages.keep(journalNumber, scope, query, events)
  return events
}

/** An event of the page, or its key when its rows may not all be in memory. */
type NewestEvent = { event: StoredEvent } | { key: EventKey }

/**
 * The events of a page by their last occurrence, newest first, from rows in memory; undefined when the rows
 * do not reach back far enough. The predicate is on rows, not on whole events.
 */
function newestEvents(
  recent: RecentSnapshot,
  scope: Scope,
  { offset, limit, matching }: Pick<PageQuery, 'offset' | 'limit' | 'matching'>,
): NewestEvent[] | undefined {
  const { rows, repeated, from } = recent
  // All rows in memory are later than the scope.
  if (scope.to <= from) return undefined
  // A page that is not full needs rows back to the start of the scope.
  if (matching !== undefined && matching < offset + limit && from > scope.from) return undefined
  if (rows.length < offset + limit && from > scope.from) return undefined
  const matcher = new BoundedMatcher(rowMatcher(scope.predicate), matchBounds.page)
  const found: NewestEvent[] = []
  const seen = new Set<number>()
  let skip = offset
  for (let at = rows.length - 1; at >= 0 && found.length < limit; at--) {
    const row = rows[at]
    if (row === undefined || row.ts < scope.from * micro) return found
    if (isLater(row, scope.asOf)) continue
    const rowsOfEvent = repeated.get(row.id)
    if (rowsOfEvent !== undefined) {
      if (seen.has(row.id)) continue
      seen.add(row.id)
    }
    const within = isWithin(row, rowsOfEvent, recent, scope)
    if (within === false) continue
    if (within === undefined) return undefined
    const isMatch = matcher.matches(row.batch, row.row)
    if (isMatch === undefined) return undefined
    if (!isMatch) continue
    if (skip > 0) skip--
    else found.push(wholeOf(row, rowsOfEvent, recent, scope.asOf))
  }
  return found.length === limit || from <= scope.from ? found : undefined
}

/**
 * Whether an event has a row in the scope; undefined when unknown. `row`: its newest row. `rowsOfEvent`: all
 * of its rows in memory, if it was repeated.
 */
function isWithin(
  row: RecentRow,
  rowsOfEvent: readonly RecentRow[] | undefined,
  { from }: RecentSnapshot,
  scope: Scope,
): boolean | undefined {
  if (row.ts < scope.to * micro) return true
  if (rowsOfEvent === undefined) return false
  const first = row.batch.firsts[row.row] ?? 0
  if (first >= scope.to * micro) return false
  if (first >= Math.max(scope.from, from) * micro) return true
  // The first row is older than the rows in memory. It may be on a dropped day, so only the other rows count.
  const inScope = rowsOfEvent.some(
    other => other.ts >= scope.from * micro && other.ts < scope.to * micro && !isLater(other, scope.asOf),
  )
  return inScope || (from <= scope.from ? false : undefined)
}

/**
 * The event with the counter of all its rows if all are in memory, otherwise its key. Leaves out repeats
 * after the mark, but always counts the first row. Pages of the table count in the same way.
 */
function wholeOf(
  { batch, row, id, ts }: RecentRow,
  rowsOfEvent: readonly RecentRow[] | undefined,
  { from }: RecentSnapshot,
  asOf: Mark | undefined,
): NewestEvent {
  const first = batch.firsts[row] ?? 0
  if (first < from * micro) return { key: { id, first, ts } }
  const event = batch.event(row)
  let counter = 1
  for (const other of rowsOfEvent ?? []) {
    const isRepeat = other.batch.repeats[other.row] !== 0
    if (isRepeat && !isLater(other, asOf)) counter += other.batch.counts[other.row] ?? 0
  }
  return { event: { ...event, last: ts, counter } }
}

/** Whether a row is of a batch that the mark leaves out. */
function isLater({ batch: { sequence } }: RecentRow, asOf: Mark | undefined): boolean {
  return asOf !== undefined && (sequence > asOf.batch || asOf.missing.includes(sequence))
}
