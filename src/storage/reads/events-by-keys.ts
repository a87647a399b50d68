import { eventsTable } from '../sql/columns.ts'
import { list, number } from '../sql/literal.ts'
import { withinAsOf } from '../sql/scope.ts'
import type { EventBatch, EventsQuery, Mark, Read, Scope } from '../store.ts'
import { type BatchSize, withSmallerBatches } from './batch-size.ts'
import { countEvents, groupColumns } from './event-bytes.ts'
import type { EventsContext, Progress } from './events-context.ts'
import { aggregated } from './page-by-aggregate.ts'
import { startedBefore } from './page-by-first.ts'
import { continuedAfter, mayContinue } from './page-by-last.ts'

/** Id and second of one of its rows. */
const keyBytes = 12
/** Keys in a statement. */
const maxKeys = 2_000
/** Bytes of an answer; fewer events are asked for when there are more. */
const maxBytes = 32_000_000

/** A statement for all keys in the order of the events, the same in each run; '' when there are none. */
export type KeyStatement = string

/** For any order and any filter. */
export function aggregatedKeys(
  context: EventsContext,
  scope: Scope,
  sort: EventsQuery['sort'],
): KeyStatement {
  return `SELECT id, toUInt32(max(sec)) ${aggregated(context, scope, sort)}`
}

/** Of events that began before the range, by their first occurrence. */
export function keysStartedBefore(
  context: EventsContext,
  scope: Scope,
  direction: 'ASC' | 'DESC',
): KeyStatement {
  if (context.window === 0) return ''
  return `SELECT id, toUInt32(max(sec)) ${startedBefore(context, scope)} GROUP BY id ORDER BY any(first) ${direction}, id ${direction}`
}

/** Of events that went on after the range, by their last occurrence. */
export function keysContinuedAfter(
  context: EventsContext,
  scope: Scope,
  direction: 'ASC' | 'DESC',
): KeyStatement {
  if (!mayContinue(context, scope)) return ''
  return `SELECT id, toUInt32(max(sec)) ${continuedAfter(context, scope)} GROUP BY id ORDER BY max(ts) ${direction}, id ${direction}`
}

/** The events of these keys, in their order. Keys are listed so many at a time, so that memory does not grow with the events. */
export async function* eventsByKeys(
  context: EventsContext,
  keys: KeyStatement,
  asOf: Mark | undefined,
  { size, left }: Progress,
  read: Read,
): AsyncGenerator<EventBatch> {
  if (keys === '') return
  for (let offset = 0; offset < left; offset += size.keys) {
    const limit = Math.min(size.keys, left - offset)
    const list = `${keys} LIMIT ${number(limit)} OFFSET ${number(offset)} FORMAT RowBinary`
    const found = await context.client.bytes(list, read)
    yield* eventsOf(context, found, asOf, size, read)
    if (found.byteLength < limit * keyBytes) return
  }
}

async function* eventsOf(
  context: EventsContext,
  found: Uint8Array,
  asOf: Mark | undefined,
  size: BatchSize,
  read: Read,
): AsyncGenerator<EventBatch> {
  const view = new DataView(found.buffer, found.byteOffset, found.byteLength)
  for (let at = 0; at < found.byteLength; ) {
    const { bytes, chunk } = await withSmallerBatches(size, async () => {
      const chunk = keysAt(view, at, Math.min(size.rows, maxKeys))
      const sql = `${wholeEventsOf(context, chunk, asOf)} FORMAT RowBinary`
      return { bytes: await context.client.bytes(sql, read, maxBytes), chunk }
    })
    at += chunk.ids.length * keyBytes
    yield { bytes, rows: countEvents(bytes) }
  }
}

interface Chunk {
  ids: number[]
  /** Their rows lie in [from, to], seconds. */
  from: number
  to: number
}

function keysAt(view: DataView, start: number, maxKeysAtOnce: number): Chunk {
  const ids: number[] = []
  let from = Number.POSITIVE_INFINITY
  let to = 0
  const end = Math.min(view.byteLength, start + maxKeysAtOnce * keyBytes)
  for (let at = start; at < end; at += keyBytes) {
    ids.push(view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32)
    const second = view.getUint32(at + 8, true)
    from = Math.min(from, second)
    to = Math.max(to, second)
  }
  return { ids, from, to }
}

function wholeEventsOf({ window }: EventsContext, { ids, from, to }: Chunk, asOf: Mark | undefined): string {
  const all = list(ids.map(number))
  const places = list(ids.map((_, index) => number(index)))
  return `SELECT ${groupColumns} FROM ${eventsTable} WHERE ${withinAsOf(from - window, to + window + 1, asOf)} AND id IN (${all})
    GROUP BY id ORDER BY transform(id, [${all}], [${places}], ${number(ids.length)})`
}
