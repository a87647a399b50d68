import type { StoredEvent } from '../../../schema/event/event.ts'
import type { PageQuery, Read, Scope } from '../../contract/event-store.ts'
import { pageFromMemory } from '../../memory/recent/newest-page.ts'
import type { RecentRows } from '../../memory/recent/recent-rows.ts'
import { compileFilter } from '../../sql/filter.ts'
import { filterOf } from '../../sql/scope.ts'
import type { PageContext } from '../context.ts'
import type { EventKey } from '../event-key.ts'
import { wholeEvents } from '../event-rows.ts'
import { breaksIn } from '../runs-of-days.ts'
import { pageByAggregate } from './page-by-aggregate.ts'
import { pageByFirst } from './page-by-first.ts'
import { newestByLast } from './page-by-last.ts'

/** Pages that end further from the newest event are not searched in memory, which hardly ever has more. */
const maxPageEnd = 20_000

/**
 * One page. The newest events are mostly in memory. The usual orders walk the table in key order, in growing
 * spans of time, until the page is full; all others group the matching rows by event.
 */
export async function page(
  context: PageContext,
  wanted: Scope,
  query: PageQuery,
  read: Read,
): Promise<StoredEvent[]> {
  const scope = storedPart(context, wanted)
  if (scope === undefined) return []
  const readPage = async () => {
    const keys = await keysOf(context, scope, query, read)
    return await wholeEvents(context, keys, scope, query, read)
  }
  const { newest, days } = context
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
    return { ...recent, from: Math.max(recent.from, days?.begin ?? 0, newestBreak) }
  }
  const whole = (keys: readonly EventKey[]) => wholeEvents(context, keys, scope, query, read)
  return await pageFromMemory({ ...newest, rows: { now } }, scope, query, { page: readPage, whole })
}

/**
 * The part of a scope that may have rows; undefined when there are none, or no such host or program. It
 * begins with the oldest day: an event that continued past the midnight before it, whose first row was
 * dropped, counts as begun before the scope.
 */
export function storedPart({ days }: Pick<PageContext, 'days'>, scope: Scope): Scope | undefined {
  if (days === undefined) return scope.from < scope.to ? scope : undefined
  const { from, to } = days.clip(scope)
  const clipped = { from, to: Math.min(to, days.end) }
  if (clipped.from >= clipped.to || filterOf(scope).rows === '0') return undefined
  return { ...scope, ...clipped }
}

function isByLast({ sort }: PageQuery): boolean {
  const [only] = sort
  return sort.length === 1 && only?.field === 'last_occurrence' && only.descending
}

async function keysOf(context: PageContext, scope: Scope, query: PageQuery, read: Read): Promise<EventKey[]> {
  const only = query.sort.length === 1 ? query.sort[0] : undefined
  if (only && compileFilter(scope.predicate).events === '') {
    const { field, descending } = only
    if (field === 'last_occurrence' && descending) return await newestByLast(context, scope, query, read)
    if (field === 'first_occurrence') return await pageByFirst(context, scope, query, descending, read)
  }
  return await pageByAggregate(context, scope, query, read)
}
