import type { StoredEvent } from '../../../schema/event/event.ts'
import type { EventBatch, Read } from '../../contract/event-store.ts'
import { list } from '../../sql/literal.ts'
import type { SqlClient } from '../sql-client.ts'
import { RowBinaryReader } from './row-binary-reader.ts'
import { addTag, skipTag, sortTags } from './sort-tags.ts'

const texts = ['host', 'program', 'mnemonic', 'message']
/** Columns of one byte each. */
const codes = ['facility', 'severity', 'type', 'status']
/** Bytes of id, first, last and counter. */
const numberBytes = 32

/**
 * The columns of an event in RowBinary, in the order in which `eventsIn` reads them. `first` and `last` are
 * DateTime64(6). Tags come as stored, since converting them to JSON would cost the engine more than the rest
 * of a row. Numbers come last, so that the last event's numbers can be found from the end.
 */
function columnsWith(content: (column: string) => string, first: string, last: string, counter: string) {
  return list([
    ...[...texts, ...codes, 'triggers', 'tags'].map(content),
    'id',
    first,
    last,
    `toUInt64(${counter})`,
  ])
}

const unchanged = (column: string) => column

/** Columns of the table from which the others are computed. */
export const storedColumns = list([...texts, ...codes, 'triggers', 'tags', 'id', 'first', 'ts', 'count'])

/** Columns of a row that is the whole event. */
export const eventColumns = columnsWith(unchanged, 'first', 'ts', 'count')

/** Columns of an event from a group of all of its rows. */
export const groupColumns = columnsWith(column => `any(${column})`, 'any(first)', 'max(ts)', 'sum(count)')

/** Columns of an event from one of its rows, with these expressions for `last` and `counter`. */
export function rowColumnsWith(last: string, counter: string): string {
  return columnsWith(unchanged, 'first', last, counter)
}

/** The events of a SELECT of `eventColumns` or `groupColumns`, as objects: for at most a page. */
export async function selectEvents(
  client: Pick<SqlClient, 'bytes'>,
  sql: string,
  read: Read,
): Promise<StoredEvent[]> {
  const bytes = await client.bytes(sql, read, undefined, 'parallel')
  const [all] = eventsIn({ bytes }, Number.POSITIVE_INFINITY)
  return all?.events ?? []
}

/** Id and times (microseconds) of the last event of a non-empty batch. */
export function lastOf({ bytes }: EventBatch): { id: number; first: number; last: number } {
  const wire = new RowBinaryReader(bytes, bytes.length - numberBytes)
  return { id: wire.uint64(), first: wire.int64(), last: wire.int64() }
}

/** Number of events in these bytes. */
export function countEvents(bytes: Uint8Array): number {
  const wire = new RowBinaryReader(bytes)
  let events = 0
  for (; !wire.isAtEnd; events++) skipEvent(wire)
  return events
}

/** Number of whole events at the start of bytes that may be cut anywhere, and the end of the last one. */
export function wholeEvents(bytes: Uint8Array): { events: number; end: number } {
  const wire = new RowBinaryReader(bytes)
  let [events, end] = [0, 0]
  try {
    while (!wire.isAtEnd) {
      skipEvent(wire)
      if (wire.at > bytes.length) break
      events++
      end = wire.at
    }
  } catch (error) {
    // The bytes end within an event.
    if (!(error instanceof RangeError)) throw error
  }
  return { events, end }
}

/** Skips the next event. */
export function skipEvent(wire: RowBinaryReader): void {
  for (let left = texts.length; left > 0; left--) wire.skipText()
  wire.at += codes.length
  wire.skipNumbers()
  for (let left = wire.varUint(); left > 0; left--) skipTag(wire)
  wire.at += numberBytes
}

/** Events and their bytes. */
export interface EventChunk {
  events: StoredEvent[]
  bytes: Uint8Array
}

/**
 * The events of a batch, `size` at a time: short-lived objects cost the garbage collector next to nothing,
 * while thousands at once take as long as reading them. Sorts the tags of each event within the bytes, so
 * that equal events have equal bytes.
 */
export function* eventsIn({ bytes }: Pick<EventBatch, 'bytes'>, size: number): Generator<EventChunk> {
  const wire = new RowBinaryReader(bytes)
  while (!wire.isAtEnd) {
    const from = wire.at
    const events: StoredEvent[] = []
    while (events.length < size && !wire.isAtEnd) events.push(eventAt(wire))
    yield { events, bytes: bytes.subarray(from, wire.at) }
  }
}

/** Reads the next event. */
export function eventAt(wire: RowBinaryReader): StoredEvent {
  const host = wire.text()
  const program = wire.text()
  const mnemonic = wire.text()
  const message = wire.text()
  const facility = wire.uint8()
  const severity = wire.uint8()
  const type = wire.uint8()
  const status = wire.uint8()
  const triggers = wire.numbers()
  const tags = tagsAt(wire)
  const id = wire.uint64()
  const ts = wire.int64()
  const last = wire.int64()
  const counter = wire.uint64()
  const codes = { facility, severity, type, status }
  return { id, ts, last, counter, host, program, mnemonic, message, ...codes, triggers, tags }
}

/** Reads the next tags, and sorts them within the bytes. */
export function tagsAt(wire: RowBinaryReader): Record<string, string> {
  const tags: Record<string, string> = {}
  const count = wire.varUint()
  if (count > 1) sortTags(wire, count)
  for (let left = count; left > 0; left--) {
    const path = wire.text()
    addTag(tags, path, wire.dynamicText())
  }
  return tags
}
