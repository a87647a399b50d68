import type { StoredEvent } from '../../schema/event/event.ts'
import { eventColumns, selectEvents } from '../clients/row-binary/event-bytes.ts'
import type { Cell, SqlClient } from '../clients/sql-client.ts'
import type { PageQuery, Read, Scope } from '../contract/event-store.ts'
import { micro, type Span } from '../contract/time-span.ts'
import { byIndex } from '../sql/by-index.ts'
import { chunksOf, list, number, secondsIn } from '../sql/literal.ts'
import { withinAsOf } from '../sql/scope.ts'
import { eventsTable } from '../sql/tables.ts'
import type { PageContext } from './context.ts'
import { mayRepeat } from './has-repeats.ts'

const keysPerStatement = 2_000

/**
 * Reads the events of a page by their keys, in the order of the keys, with the counters of all their rows.
 * Pages find keys first, so that message and tags are read only for the events of the page.
 */
export async function wholeEvents(
  context: PageContext,
  keys: readonly EventKey[],
  scope: Scope,
  { hasSingleOccurrences }: Pick<PageQuery, 'hasSingleOccurrences'>,
  read: Read,
): Promise<StoredEvent[]> {
  const unread = keys.filter(({ event }) => event === undefined)
  const maybeRepeated = hasSingleOccurrences === true ? mayRepeatOutside(context, keys, scope) : keys
  const [found, repeats] = await Promise.all([
    readEvents(context.client, unread, read),
    readRepeats(context, maybeRepeated, scope, read),
  ])
  const events = new Map(found.map(event => [event.id, event]))
  return keys.flatMap(key => {
    const event = key.event ?? events.get(key.id)
    return event === undefined ? [] : withCounter(event, repeats.get(event.id), context)
  })
}

async function readEvents(client: SqlClient, keys: readonly EventKey[], read: Read): Promise<StoredEvent[]> {
  const events: StoredEvent[] = []
  for (const chunk of chunksOf(keys, keysPerStatement)) {
    const seconds = new Set(chunk.map(key => Math.floor(key.ts / micro)))
    const found = await selectEvents(
      client,
      `SELECT ${eventColumns} FROM ${eventsTable}
       WHERE sec IN (${secondsIn(seconds)}) AND ${hasIdOf(chunk)}
       LIMIT 1 BY id`,
      read,
    )
    events.push(...found)
  }
  return events
}

/** Keys of events that may have occurrences outside of the scope, by their deduplication window. */
function mayRepeatOutside(
  { window }: PageContext,
  keys: readonly EventKey[],
  { from, to }: Scope,
): readonly EventKey[] {
  return keys.filter(({ first }) => first < from * micro || first + window * micro >= to * micro)
}

/** The repeats of one event: their number, and the time of the last one (microseconds). */
interface Repeats {
  count: number
  last: number
}

/** Reads the repeats of these events, by id. Events without repeats are not in the map. */
async function readRepeats(
  context: PageContext,
  keys: readonly Pick<EventKey, 'id' | 'first'>[],
  { asOf }: Scope,
  read: Read,
): Promise<Map<number, Repeats>> {
  const { client } = context
  const repeatsById = new Map<number, Repeats>()
  const maybeRepeated = keys.filter(({ first }) => mayRepeat(context, repeatsOf(context, first, first)))
  for (const chunk of chunksOf(maybeRepeated, keysPerStatement)) {
    const firsts = chunk.map(({ first }) => first)
    const { from, to } = repeatsOf(context, Math.min(...firsts), Math.max(...firsts))
    const rows = await client.select(
      `SELECT id, sum(count), toUnixTimestamp64Micro(max(ts)) FROM ${eventsTable}
       WHERE repeat = 1 AND ${withinAsOf(from, to, asOf)} AND ${hasIdOf(chunk)}
       GROUP BY id`,
      read,
    )
    for (const [id, count, last] of rows)
      repeatsById.set(Number(id), { count: Number(count), last: Number(last) })
  }
  return repeatsById
}

/** Condition of the rows of these events. */
function hasIdOf(keys: readonly Pick<EventKey, 'id'>[]): string {
  return byIndex(`id IN (${list(keys.map(({ id }) => number(id)))})`)
}

/** The span of possible repeats of events whose first occurrences are between two moments, microseconds. */
function repeatsOf({ window }: Pick<PageContext, 'window'>, earliest: number, latest: number): Span {
  return { from: Math.floor(earliest / micro), to: Math.ceil(latest / micro) + window + 1 }
}

/**
 * The event with the counter and last occurrence over all its rows. An event that began on a dropped day has
 * lost its first row.
 */
function withCounter(
  event: StoredEvent,
  repeats: Repeats | undefined,
  { days }: Pick<PageContext, 'days'>,
): StoredEvent {
  if (repeats === undefined) return { ...event, counter: 1, last: event.ts }
  const firstRows = days === undefined || days.isStored(Math.floor(event.ts / micro)) ? 1 : 0
  return { ...event, counter: firstRows + repeats.count, last: Math.max(event.ts, repeats.last) }
}

/** Where a page found an event: enough to read the event and its other rows. Times in microseconds. */
export interface EventKey {
  id: number
  /** Time of the first occurrence. */
  first: number
  /** Time of one of its rows. */
  ts: number
  /** The event, with the row's `last` and `counter`, when it was read together with the key. */
  event?: StoredEvent
}

/** Columns of an EventKey, as `keyOf` reads them. */
export const keyColumns = list(['id', 'toUnixTimestamp64Micro(first)', 'toUnixTimestamp64Micro(ts)'])

export function keyOf([id, first, ts]: readonly Cell[]): EventKey {
  return { id: Number(id), first: Number(first), ts: Number(ts) }
}
