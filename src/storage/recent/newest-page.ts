import type { StoredEvent } from '../../schema/event.ts'
import { type EventKey, wholeEvents } from '../reads/event-rows.ts'
import type { PageContext } from '../reads/page-context.ts'
import type { PageQuery, Read, Scope } from '../store.ts'
import type { FirstPageCache } from './first-page-cache.ts'
import { newestEvents } from './newest-rows.ts'
import type { RecentRows } from './recent-rows.ts'

/** What is in memory of the newest events. */
export interface NewestInMemory {
  rows: Pick<RecentRows, 'now'>
  pages: FirstPageCache
}

/** What the table is asked for when memory does not tell. */
interface Table {
  page: () => Promise<StoredEvent[]>
  /** The events of these keys; one that is gone is left out. */
  whole: (keys: readonly EventKey[]) => Promise<StoredEvent[]>
}

/** Pages that end further from the newest event are not looked for in memory: it hardly ever has more. */
const maxPageEnd = 20_000

/**
 * A page of the newest events by their last occurrence: from memory as far as that tells, otherwise as `readPage` reads it. The
 * predicate is one of rows, not of whole events.
 */
export async function newestPage(
  context: PageContext,
  newest: NewestInMemory,
  scope: Scope,
  query: PageQuery,
  read: Read,
  readPage: () => Promise<StoredEvent[]>,
): Promise<StoredEvent[]> {
  if (query.offset + query.limit > maxPageEnd) return await readPage()
  const whole: Table['whole'] = keys => wholeEvents(context, keys, scope, query, read)
  return await pageFromMemory(newest, scope, query, { page: readPage, whole })
}

export async function pageFromMemory(
  { rows, pages }: NewestInMemory,
  scope: Scope,
  query: PageQuery,
  table: Table,
): Promise<StoredEvent[]> {
  const beginning = pages.begin()
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
  pages.keep(beginning, scope, query, events)
  return events
}
