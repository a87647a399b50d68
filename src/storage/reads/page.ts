import type { StoredEvent } from '../../schema/event.ts'
import { newestEvents } from '../fresh/newest-rows.ts'
import { compileFilter } from '../sql/filter.ts'
import type { PageQuery, Read, Scope } from '../store.ts'
import { type EventKey, wholeEvents } from './event-rows.ts'
import { pageByAggregate } from './page-by-aggregate.ts'
import { newestByFirst, oldestByFirst } from './page-by-first.ts'
import { newestByLast } from './page-by-last.ts'
import type { PageContext } from './page-context.ts'

/** Pages that end further from the newest event are not looked for in memory. */
const mostInMemory = 2_000

/**
 * One page. The newest events are mostly in memory. Otherwise the usual orders walk the table in the order of its key, in growing stretches of time, and stop when the page
 * is full; all others group the matching rows by event.
 */
export async function page(
  context: PageContext,
  scope: Scope,
  query: PageQuery,
  read: Read,
): Promise<StoredEvent[]> {
  const inMemory = await pageInMemory(context, scope, query, read)
  if (inMemory !== undefined) return inMemory
  const keys = await keysOf(context, scope, query, read)
  return await wholeEvents(context, keys, scope, query, read)
}

async function pageInMemory(
  context: PageContext,
  scope: Scope,
  query: PageQuery,
  read: Read,
): Promise<StoredEvent[] | undefined> {
  const { sort, offset, limit } = query
  const only = sort.length === 1 ? sort[0] : undefined
  if (only?.field !== 'last_occurrence' || !only.descending || offset + limit > mostInMemory) return undefined
  if (compileFilter(scope.predicate).events !== '') return undefined
  const recent = context.recentRows?.now(scope.asOf)
  const found = recent && newestEvents(recent, scope, query)
  if (found === undefined) return undefined
  const keys = found.flatMap(newest => ('key' in newest ? [newest.key] : []))
  const looked = keys.length === 0 ? [] : await wholeEvents(context, keys, scope, query, read)
  const whole = new Map(looked.map(event => [event.id, event]))
  return found.flatMap(newest => {
    const event = 'event' in newest ? newest.event : whole.get(newest.key.id)
    return event === undefined ? [] : [event]
  })
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
