import { compileFilter } from '../sql/filter.ts'
import type { EventBatch, EventsQuery, Read, Scope } from '../store.ts'
import { BatchSize } from './batch-size.ts'
import {
  aggregatedKeys,
  eventsByKeys,
  type KeyStatement,
  keysContinuedAfter,
  keysStartedBefore,
} from './events-by-keys.ts'
import { eventsByTable, type TableOrder } from './events-by-table.ts'
import type { EventsContext, Progress } from './events-context.ts'
import { storedPart } from './page.ts'

/**
 * Every event, batch by batch. Orders of time walk the table along its key; events that went on beyond the range have their place outside
 * of it and are read by keys, as all other orders are.
 */
export async function* events(
  context: EventsContext,
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
  context: EventsContext,
  scope: Scope,
  query: EventsQuery,
  progress: Progress,
  read: Read,
): (() => AsyncIterable<EventBatch>)[] {
  const order = tableOrder(scope, query)
  const byKeys = (keys: KeyStatement) => () => eventsByKeys(context, keys, scope.asOf, progress, read)
  if (order === undefined) return [byKeys(aggregatedKeys(context, scope, query.sort))]
  const inside = () => eventsByTable(context, scope, order, query.matching, progress, read)
  if (order.by === 'last') {
    const beyond = byKeys(keysContinuedAfter(context, scope, order.direction))
    return order.direction === 'DESC' ? [beyond, inside] : [inside, beyond]
  }
  const before = byKeys(keysStartedBefore(context, scope, order.direction))
  return order.direction === 'DESC' ? [inside, before] : [before, inside]
}

/** The order in which the table can be read, if it is one. */
function tableOrder(scope: Scope, { sort }: EventsQuery): TableOrder | undefined {
  const only = sort.length === 1 ? sort[0] : undefined
  if (only === undefined || only.field === 'counter') return undefined
  if (compileFilter(scope.predicate).events !== '') return undefined
  const by = only.field === 'last_occurrence' ? 'last' : 'first'
  return { by, direction: only.descending ? 'DESC' : 'ASC' }
}
