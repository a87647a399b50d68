import type { EventBatch, EventsQuery, Read, Scope } from '../../contract/event-store.ts'
import { compileFilter } from '../../sql/filter.ts'
import type { PageContext } from '../context.ts'
import { storedPart } from '../pages/page.ts'
import { aggregated } from '../pages/page-by-aggregate.ts'
import { startedBefore } from '../pages/page-by-first.ts'
import { continuedAfter, mayContinue } from '../pages/page-by-last.ts'
import { runsOf } from '../runs-of-days.ts'
import { BatchSize, type Progress } from './batch-size.ts'
import { eventsByKeys } from './events-by-keys.ts'
import { eventsByTable, type TableOrder } from './events-by-table.ts'

/**
 * All events, in batches. Time orders walk the table along its key. In these orders, events that continued
 * beyond the range have their place outside it and are read by keys. All other orders read by keys.
 */
export async function* events(
  context: PageContext,
  wanted: Scope,
  query: EventsQuery,
  read: Read,
  size = new BatchSize(),
): AsyncGenerator<EventBatch> {
  const scope = storedPart(context, wanted)
  if (scope === undefined) return
  const progress = { size, left: query.limit }
  for (const part of partsOf(context, scope, query, progress, read)) {
    if (progress.left <= 0) return
    for await (const batch of part()) {
      progress.left -= batch.rows
      yield batch
    }
  }
}

function partsOf(
  context: PageContext,
  scope: Scope,
  query: EventsQuery,
  progress: Progress,
  read: Read,
): (() => AsyncIterable<EventBatch>)[] {
  const order = tableOrder(scope, query)
  const byKeys = (rows: string) => () => eventsByKeys(context, rows, scope.asOf, progress, read)
  if (order === undefined) return [byKeys(aggregated(context, scope, query.sort))]
  const { by, direction } = order
  const inside = (part: Scope) => () => eventsByTable(context, part, order, query.matching, progress, read)
  const outside = (rows: string, place: string) =>
    byKeys(`${rows} GROUP BY id ORDER BY ${place} ${direction}, id ${direction}`)
  const isDescending = direction === 'DESC'
  if (by === 'last') {
    if (!mayContinue(context, scope)) return [inside(scope)]
    // Events that continue after the range are the newest.
    const parts = [inside(scope), outside(continuedAfter(context, scope), 'max(ts)')]
    return isDescending ? parts.reverse() : parts
  }
  if (context.window === 0) return [inside(scope)]
  // Events that started before a run of days are its oldest.
  const parts = runsOf(context, scope).flatMap(run => [
    outside(startedBefore(context, run), 'any(first)'),
    inside(run),
  ])
  return isDescending ? parts.reverse() : parts
}

/** The order in which the table can be read directly, if any. */
function tableOrder(scope: Scope, { sort }: EventsQuery): TableOrder | undefined {
  const only = sort.length === 1 ? sort[0] : undefined
  if (only === undefined || only.field === 'counter') return undefined
  if (compileFilter(scope.predicate).events !== '') return undefined
  const by = only.field === 'last_occurrence' ? 'last' : 'first'
  return { by, direction: only.descending ? 'DESC' : 'ASC' }
}
