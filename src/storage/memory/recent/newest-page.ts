import type { StoredEvent } from '../../../schema/event/event.ts'
import type { PageQuery, Read, Scope } from '../../contract/event-store.ts'
import type { PageContext } from '../../reads/context.ts'
import type { EventKey } from '../../reads/event-key.ts'
import { wholeEvents } from '../../reads/event-rows.ts'
import { pageOfPart, storedPart } from '../../reads/pages/page.ts'
import { breaksIn } from '../../reads/runs-of-days.ts'
import { compileFilter } from '../../sql/filter.ts'
import type { FirstPageCache } from './first-page-cache.ts'
import { newestEvents } from './newest-rows.ts'
import type { RecentRows } from './recent-rows.ts'

/** The newest events in memory. */
export interface NewestInMemory {
  rows: Pick<RecentRows, 'now'>
  pages: FirstPageCache
}

/** Pages that end further from the newest event are not searched in memory, which hardly ever has more. */
const maxPageEnd = 20_000

/** One page: of the newest events, which are mostly in memory, or of the table. */
export async function pageFromMemoryOrTable(
  context: PageContext,
  newest: NewestInMemory | undefined,
  wanted: Scope,
  query: PageQuery,
  read: Read,
): Promise<StoredEvent[]> {
  const scope = storedPart(context, wanted)
  if (scope === undefined) return []
  const readPage = () => pageOfPart(context, scope, query, read)
  if (newest === undefined || !isByLast(query) || compileFilter(scope.predicate).events !== '')
    return await readPage()
  if (query.offset + query.limit > maxPageEnd) return await readPage()
  /** Even when all rows are in memory, an event that began on a dropped day has lost its first row. */
  const now: RecentRows['now'] = asOf => {
    const recent = newest.rows.now(asOf)
    if (recent === undefined) return undefined
    // Rows after the scope may belong to events whose first row was in it.
    const span = { from: recent.from, to: scope.to + context.window + 1 }
    const [newestBreak = 0] = breaksIn(context, span).slice(-1)
    return { ...recent, from: Math.max(recent.from, context.days?.begin ?? 0, newestBreak) }
  }
  const whole = (keys: readonly EventKey[]) => wholeEvents(context, keys, scope, query, read)
  return await pageFromMemory({ ...newest, rows: { now } }, scope, query, { page: readPage, whole })
}

function isByLast({ sort }: PageQuery): boolean {
  const [only] = sort
  return sort.length === 1 && only?.field === 'last_occurrence' && only.descending
}

/** Reads of the table, for rows that are not in memory. */
interface Table {
  page: () => Promise<StoredEvent[]>
  /** The events of these keys, except deleted ones. */
  whole: (keys: readonly EventKey[]) => Promise<StoredEvent[]>
}

/**
 * A page of the newest events by their last occurrence: from memory if it has the whole page, otherwise from
 * the table. The predicate is on rows, not on whole events.
 */
export async function pageFromMemory(
  { rows, pages }: NewestInMemory,
  scope: Scope,
  query: PageQuery,
  table: Table,
): Promise<StoredEvent[]> {
  const number = pages.numberOf(scope)
  const recent = rows.now(scope.asOf)
  const unchanged = recent && pages.unchanged(scope, query, recent)
  if (unchanged !== undefined) return unchanged
  const found = recent && newestEvents(recent, scope, query)
  let events: StoredEvent[]
  if (found === undefined) events = await table.page()
  else {
    const keys = found.flatMap(newest => ('key' in newest ? [newest.key] : []))
    const looked = keys.length === 0 ? [] : await table.whole(keys)
    const whole = new Map(looked.map(event => [event.id, event]))
    events = found.flatMap(newest => {
      const event = 'event' in newest ? newest.event : whole.get(newest.key.id)
      return event === undefined ? [] : [event]
    })
  }
  pages.keep(number, scope, query, events)
  return events
}
