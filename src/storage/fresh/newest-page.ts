import type { StoredEvent } from '../../schema/event.ts'
import { wholeEvents } from '../reads/event-rows.ts'
import type { PageContext } from '../reads/page-context.ts'
import type { PageQuery, Read, Scope } from '../store.ts'
import type { LastPages } from './last-pages.ts'
import { newestEvents } from './newest-rows.ts'
import type { RecentRows } from './recent-rows.ts'

/** What is in memory of the newest events. */
export interface Newest {
  rows: Pick<RecentRows, 'now'>
  pages: LastPages
}

/** Pages that end further from the newest event are not looked for in memory. */
const mostInMemory = 2_000

/**
 * A page of the newest events by their last occurrence: from memory as far as that tells, otherwise as `read` reads it. The predicate
 * is one of rows, not of whole events.
 */
export async function newestPage(
  context: PageContext,
  newest: Newest,
  scope: Scope,
  query: PageQuery,
  read: Read,
  readPage: () => Promise<StoredEvent[]>,
): Promise<StoredEvent[]> {
  if (query.offset + query.limit > mostInMemory) return await readPage()
  const { pages } = newest
  const number = pages.numberOf(scope)
  const recent = newest.rows.now(scope.asOf)
  const unchanged = recent && pages.unchanged(scope, query, recent)
  if (unchanged !== undefined) return unchanged
  const found = recent && newestEvents(recent, scope, query)
  let events: StoredEvent[]
  if (found === undefined) events = await readPage()
  else {
    const keys = found.flatMap(newest => ('key' in newest ? [newest.key] : []))
    const looked = keys.length === 0 ? [] : await wholeEvents(context, keys, scope, query, read)
    const whole = new Map(looked.map(event => [event.id, event]))
    events = found.flatMap(newest => {
      const event = 'event' in newest ? newest.event : whole.get(newest.key.id)
      return event === undefined ? [] : [event]
    })
  }
  pages.keep(scope, query, number, events)
  return events
}
