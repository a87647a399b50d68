import type { StoredEvent } from '../../schema/event.ts'
import { compileFilter } from '../sql/filter.ts'
import type { PageQuery, Read, Scope } from '../store.ts'
import { type EventKey, wholeEvents } from './event-rows.ts'
import { pageByAggregate } from './page-by-aggregate.ts'
import { newestByFirst, oldestByFirst } from './page-by-first.ts'
import { newestByLast } from './page-by-last.ts'
import type { PageContext } from './page-context.ts'

/**
 * One page. The usual orders walk the table in the order of its key, in growing stretches of time, and stop when the page
 * is full; all others group the matching rows by event.
 */
export async function page(
  context: PageContext,
  scope: Scope,
  query: PageQuery,
  read: Read,
): Promise<StoredEvent[]> {
  const keys = await keysOf(context, scope, query, read)
  return await wholeEvents(context, keys, scope, read)
}

async function keysOf(context: PageContext, scope: Scope, query: PageQuery, read: Read): Promise<EventKey[]> {
  const only = query.sort.length === 1 ? query.sort[0] : undefined
  if (only && compileFilter(scope.predicate).events === '') {
    const { field, descending } = only
    if (field === 'last_occurrence' && descending) return await newestByLast(context, scope, query, read)
    if (field === 'first_occurrence' && descending) return await newestByFirst(context, scope, query, read)
    if (field === 'first_occurrence') return await oldestByFirst(context, scope, query, read)
  }
  return await pageByAggregate(context, scope, query, read)
}
