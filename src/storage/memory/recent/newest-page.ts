import type { StoredEvent } from '../../../schema/event/event.ts'
import type { PageQuery, Scope } from '../../contract/event-store.ts'
import type { EventKey } from '../../reads/event-key.ts'
import type { FirstPageCache } from './first-page-cache.ts'
import { newestEvents } from './newest-rows.ts'
import type { RecentRows } from './recent-rows.ts'

/** The newest events in memory. */
export interface NewestInMemory {
  rows: Pick<RecentRows, 'now'>
  pages: FirstPageCache
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
