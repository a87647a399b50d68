import type { StoredEvent } from '../../../schema/event/event.ts'
import { eventsIn } from '../../clients/row-binary/event-bytes.ts'
import type { ArrivalCursor, Arrivals, ArrivalsQuery } from '../../contract/arrivals.ts'
import type { Read, Scope } from '../../contract/event-store.ts'
import { hasArrivals, nextPlace, placeWithin } from '../../journal/arrival-place.ts'
import type { StoreJournal } from '../../journal/journal.ts'
import { byIndex } from '../../sql/by-index.ts'
import { number } from '../../sql/literal.ts'
import { rowsOf } from '../../sql/scope.ts'
import { eventsTable } from '../../sql/tables.ts'
import type { PageContext } from '../context.ts'
import { storedPart } from '../pages/page.ts'
import { BatchSize, eventsByKeys } from './events-by-keys.ts'
import { afterPlace } from './new-rows.ts'

/**
 * Bytes of events, as the engine writes them, at which an answer ends. The last batch may exceed this limit.
 */
const maxAnswerBytes = 4 * 1024 * 1024
/** Events read at a time: since the last batch may exceed the limit of an answer, batches stay small. */
const batchRows = 500

type Context = PageContext & {
  journal: Pick<StoreJournal, 'highest' | 'unfinished'>
}

/** Reads the rows of batches that became readable after a cursor, by event id. See EventStore.arrivals. */
export async function arrivals(
  context: Context,
  wanted: Scope,
  { after, limit }: ArrivalsQuery,
  read: Read,
): Promise<Arrivals> {
  const { highest, unfinished } = context.journal
  if (after === undefined) return { events: [], next: { since: nextPlace(highest, unfinished, undefined) } }
  const since = placeWithin(highest, after.since)
  const upTo = after.rest?.upTo ?? nextPlace(highest, unfinished, since)
  const afterAll: ArrivalCursor = { since: upTo }
  if (!hasArrivals(since, upTo)) return { events: [], next: afterAll }
  // SQL needs only the batches of a mark, not its number.
  const asOf = { number: 0, ...upTo }
  const scope = storedPart(context, { ...wanted, asOf })
  if (scope === undefined) return { events: [], next: afterAll }
  const conditions = [
    rowsOf(scope, context),
    byIndex(afterPlace(since)),
    ...(after.rest ? [byIndex(`id > ${number(after.rest.afterId)}`)] : []),
  ]
  const rows = `FROM ${eventsTable} WHERE ${conditions.join(' AND ')} GROUP BY id ORDER BY id`
  const progress = { size: new BatchSize(batchRows), left: limit }
  const events: StoredEvent[] = []
  let bytes = 0
  for await (const batch of eventsByKeys(context, rows, asOf, progress, read)) {
    for (const chunk of eventsIn(batch, Number.POSITIVE_INFINITY)) events.push(...chunk.events)
    bytes += batch.bytes.byteLength
    if (bytes >= maxAnswerBytes) break
  }
  const last = events.at(-1)
  const isAll = last === undefined || (events.length < limit && bytes < maxAnswerBytes)
  return { events, next: isAll ? afterAll : { since, rest: { upTo, afterId: last.id } } }
}
