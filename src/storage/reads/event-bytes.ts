import type { StoredEvent } from '../../schema/event.ts'
import { list } from '../sql/literal.ts'
import type { SqlClient } from '../sql-client.ts'
import type { EventBatch, Read } from '../store.ts'
import { addTag } from './add-tag.ts'
import { RowBinaryReader } from './row-binary-reader.ts'
import { skipTag, sortTags } from './sort-tags.ts'

const texts = ['host', 'program', 'mnemonic', 'message']
/** A byte each. */
const codes = ['facility', 'severity', 'type', 'status']
/** id, first, last, counter. */
const numberBytes = 32

/**
 * The columns of an event in RowBinary, as `eventsIn` reads them. `first` and `last` are DateTime64(6). Tags come as they are stored: their
 * text as JSON would cost the engine more than the rest of a row. Numbers come last, so that those of the last event are found from the
 * end.
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

/** Columns of the table that the others are made of. */
export const storedColumns = list([...texts, ...codes, 'triggers', 'tags', 'id', 'first', 'ts', 'count'])

/** Of a row that is all of its event. */
export const eventColumns = columnsWith(unchanged, 'first', 'ts', 'count')

/** Of a group of all rows of an event. */
export const groupColumns = columnsWith(column => `any(${column})`, 'any(first)', 'max(ts)', 'sum(count)')

/** Of one row, with these expressions for `last` and `counter`. */
export function rowColumnsWith(last: string, counter: string): string {
  return columnsWith(unchanged, 'first', last, counter)
}

/** The events of a SELECT of `eventColumns` or `groupColumns`: not more than a page has, since all of them are objects. */
export async function selectEvents(
  client: Pick<SqlClient, 'bytes'>,
  sql: string,
  read: Read,
): Promise<StoredEvent[]> {
  const bytes = await client.bytes(sql, read, undefined, 'parallel')
  const [all] = eventsIn({ bytes }, Number.POSITIVE_INFINITY)
  return all?.events ?? []
}

/** Id and times (microseconds) of the last event of a batch that is not empty. */
export function lastOf({ bytes }: EventBatch): { id: number; first: number; last: number } {
  const wire = new RowBinaryReader(bytes, bytes.length - numberBytes)
  return { id: wire.uint64(), first: wire.int64(), last: wire.int64() }
}

/** How many events these bytes are. */
export function countEvents(bytes: Uint8Array): number {
  const wire = new RowBinaryReader(bytes)
  let events = 0
  for (; !wire.ended; events++) skipEvent(wire)
  return events
}

/** How many whole events bytes begin with that were cut anywhere, and where the last of these ends. */
export function wholeEvents(bytes: Uint8Array): { events: number; end: number } {
  const wire = new RowBinaryReader(bytes)
  let [events, end] = [0, 0]
  try {
    while (!wire.ended) {
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

function skipEvent(wire: RowBinaryReader): void {
  for (let left = texts.length; left > 0; left--) wire.skipText()
  wire.at += codes.length
  wire.skipNumbers()
  for (let left = wire.varUint(); left > 0; left--) skipTag(wire)
  wire.at += numberBytes
}

/** Events, and the bytes that they are made from. */
export interface EventChunk {
  events: StoredEvent[]
  bytes: Uint8Array
}

/**
 * The events of a batch, so many at a time: objects that live for a moment cost the garbage collector next to nothing, where thousands at
 * once cost as much as reading them. Sorts the tags of each event within the bytes, so that equal events have equal bytes.
 */
export function* eventsIn({ bytes }: Pick<EventBatch, 'bytes'>, size: number): Generator<EventChunk> {
  const wire = new RowBinaryReader(bytes)
  while (!wire.ended) {
    const from = wire.at
    const events: StoredEvent[] = []
    while (events.length < size && !wire.ended) events.push(eventAt(wire))
    yield { events, bytes: bytes.subarray(from, wire.at) }
  }
}

function eventAt(wire: RowBinaryReader): StoredEvent {
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

/** Reads the tags that come next, and sorts them within the bytes. */
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
