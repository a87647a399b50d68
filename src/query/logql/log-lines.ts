import type { Predicate } from '../../filter/predicate/predicate.ts'
import type { StoredEvent } from '../../schema/event/event.ts'
import { Fault } from '../../schema/fault.ts'
import type { EventStore, Read } from '../../storage/contract/event-store.ts'
import type { TimeSpan } from '../time-span.ts'
import { type Labels, metadataOf, streamOf } from './labels.ts'

/** A range of first occurrences, in integer microseconds (`from` inclusive, `to` exclusive), and a limit. */
export interface LineQuery {
  from: number
  to: number
  limit: number
  newestFirst: boolean
}

/** A line of a log query's answer. */
export interface LogLine {
  /** Microseconds. */
  at: number
  text: string
  /** The labels of its stream, unless a stage has deleted some. */
  stream: Labels
  /** Structured metadata; `id` is the id of the event. */
  metadata: Labels
  /** Labels that stages have set, and their errors. Values may be empty. */
  parsed: Labels
}

/** The line of an event, before the stages of an expression. */
export function lineOf(event: StoredEvent): LogLine {
  const { ts, message } = event
  return { at: ts, text: message, stream: streamOf(event), metadata: metadataOf(event), parsed: {} }
}

const microsPerSecond = 1_000_000
/** Maximum pages of one read. A page gives no line if all of its events began outside of the range. */
const maxPages = 100
/** Minimum events of each page after the first. */
const minPageRows = 1_000

/** The whole seconds that contain the range. */
export function secondsOf({ from, to }: Pick<LineQuery, 'from' | 'to'>): TimeSpan {
  return { from: Math.floor(from / microsPerSecond), to: Math.ceil(to / microsPerSecond) }
}

/**
 * The first `limit` events that began in the range, in order of their first occurrence: from the newest on
 * with `newestFirst`. Throws query_memory after `maxPages`.
 */
export async function firstEvents(
  store: Pick<EventStore, 'page'>,
  predicate: Predicate,
  query: LineQuery,
  read: Read,
): Promise<StoredEvent[]> {
  const { from, to, limit, newestFirst } = query
  const sort = [{ field: 'first_occurrence', descending: newestFirst }] as const
  let scope: Parameters<EventStore['page']>[0] = { ...secondsOf(query), predicate }
  if (scope.from >= scope.to) return []
  const inRange: StoredEvent[] = []
  // A page covers whole seconds, and includes events that began earlier and were repeated in them.
  let rows = limit
  for (let page = 0, offset = 0; page < maxPages; page++) {
    const { events, asOf } = await store.page(scope, { sort, offset, limit: rows }, read)
    // All pages are of the same moment.
    scope = { ...scope, asOf }
    inRange.push(...events.filter(({ ts }) => ts >= from && ts < to))
    const last = events.at(-1)
    const isPast = last !== undefined && (newestFirst ? last.ts < from : last.ts >= to)
    if (inRange.length >= limit || events.length < rows || isPast) return inRange.slice(0, limit)
    offset += rows
    rows = Math.max(limit, minPageRows)
  }
  throw new Fault('query_memory', {
    detail: 'Too many events began just outside of the range. Change its start or its end.',
  })
}
