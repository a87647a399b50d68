import type { StoredEvent } from '../../../schema/event/event.ts'
import type { PageQuery, Read, Scope } from '../../contract/event-store.ts'
import { compileFilter } from '../../sql/filter.ts'
import { filterOf } from '../../sql/scope.ts'
import type { PageContext, ReadContext } from '../context.ts'
import { type EventKey, wholeEvents } from '../event-rows.ts'
import { pageByAggregate } from './page-by-aggregate.ts'
import { pageByFirst } from './page-by-first.ts'
import { newestByLast } from './page-by-last.ts'

/**
 * One page of the table. The usual orders walk the table in key order, in growing spans of time, until the
 * page is full; all others group the matching rows by event.
 */
export async function page(
  context: PageContext,
  wanted: Scope,
  query: PageQuery,
  read: Read,
): Promise<StoredEvent[]> {
  const scope = storedPart(context, wanted)
  return scope === undefined ? [] : await pageOfPart(context, scope, query, read)
}

/** As `page`, for a scope that `storedPart` has returned. */
export async function pageOfPart(
  context: PageContext,
  scope: Scope,
  query: PageQuery,
  read: Read,
): Promise<StoredEvent[]> {
  const keys = await keysOf(context, scope, query, read)
  return await wholeEvents(context, keys, scope, query, read)
}

/**
 * The part of a scope that may have rows. Undefined if there are no such rows, or no stored name fits the
 * filter. It begins at the oldest stored day or later. An event that began on a dropped day and was repeated
 * on the oldest stored day has lost its first row: it counts as begun before the scope.
 */
export function storedPart(context: Pick<ReadContext, 'days' | 'names'>, scope: Scope): Scope | undefined {
  const { days } = context
  if (days === undefined) return scope.from < scope.to ? scope : undefined
  const { from, to } = days.clip(scope)
  const clipped = { from, to: Math.min(to, days.end) }
  if (clipped.from >= clipped.to || filterOf(scope, context).rows === '0') return undefined
  return { ...scope, ...clipped }
}

async function keysOf(context: PageContext, scope: Scope, query: PageQuery, read: Read): Promise<EventKey[]> {
  const onlySort = query.sort.length === 1 ? query.sort[0] : undefined
  // A condition on whole events needs all rows of each event.
  if (onlySort && compileFilter(scope.predicate).events === '') {
    const { field, descending } = onlySort
    if (field === 'last_occurrence' && descending) return await newestByLast(context, scope, query, read)
    if (field === 'first_occurrence') return await pageByFirst(context, scope, query, descending, read)
  }
  return await pageByAggregate(context, scope, query, read)
}
