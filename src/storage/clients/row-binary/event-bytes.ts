import type { StoredEvent } from '../../../schema/event/event.ts'
import type { EventBatch, Read } from '../../contract/event-store.ts'
import { list } from '../../sql/literal.ts'
import type { SqlClient } from '../sql-client.ts'
import { RowBinaryReader } from './row-binary-reader.ts'
import { addTag, skipTag, sortTags } from './sort-tags.ts'

const textColumns = ['host', 'program', 'mnemonic', 'message']
/** Columns of one byte each. */
const codeColumns = ['facility', 'severity', 'type', 'status']
/** Bytes of id, first, last and counter. */
const numberBytes = 32

/**
 * The columns of an event in RowBinary, in the order in which `eventsIn` reads them. `content` makes the
 * expression of a column that all rows of an event share. `first` and `last` are expressions of the type
 * DateTime64(6). Tags come as stored, since converting them to JSON would cost the engine more than the rest
 * of a row. Numbers come last, so that the last event's numbers can be found from the end.
 */
function columnsWith(
  content: (column: string) => string,
  { first, last, counter }: { first: string; last: string; counter: string },
) {
  return list([
    ...[...textColumns, ...codeColumns, 'triggers', 'tags'].map(content),
    'id',
    first,
    last,
    `toUInt64(${counter})`,
  ])
}

const unchanged = (column: string) => column

/** Columns of the table from which the columns of an event below are computed. */
export const storedColumns = list([
  ...textColumns,
  ...codeColumns,
  'triggers',
  'tags',
  'id',
  'first',
  'ts',
  'count',
])

/** Columns of a row that is the whole event. */
export const eventColumns = columnsWith(unchanged, { first: 'first', last: 'ts', counter: 'count' })

/** Columns of an event from a group of all of its rows. */
export const groupColumns = columnsWith(column => `any(${column})`, {
  first: 'any(first)',
  last: 'max(ts)',
  counter: 'sum(count)',
})

/** Columns of an event from one of its rows, with these expressions for `last` and `counter`. */
export function rowColumnsWith(last: string, counter: string): string {
  return columnsWith(unchanged, { first: 'first', last, counter })
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
  const reader = new RowBinaryReader(bytes, bytes.length - numberBytes)
  return { id: reader.uint64(), first: reader.int64(), last: reader.int64() }
}

/** Number of events in these bytes. */
export function countEvents(bytes: Uint8Array): number {
  const reader = new RowBinaryReader(bytes)
  let events = 0
  for (; !reader.isAtEnd; events++) skipEvent(reader)
  return events
}

/** Number of whole events at the start of bytes that may be cut anywhere, and the end of the last one. */
export function wholeEvents(bytes: Uint8Array): { events: number; end: number } {
  const reader = new RowBinaryReader(bytes)
  let events = 0
  let end = 0
  try {
    while (!reader.isAtEnd) {
      skipEvent(reader)
      if (reader.at > bytes.length) break
      events++
      end = reader.at
    }
  } catch (error) {
    // The bytes end within an event.
    if (!(error instanceof RangeError)) throw error
  }
  return { events, end }
}

/** Skips the next event. */
export function skipEvent(reader: RowBinaryReader): void {
  for (let left = textColumns.length; left > 0; left--) reader.skipText()
  reader.at += codeColumns.length
  reader.skipNumbers()
  for (let left = reader.varUint(); left > 0; left--) skipTag(reader)
  reader.at += numberBytes
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
  const reader = new RowBinaryReader(bytes)
  while (!reader.isAtEnd) {
    const from = reader.at
    const events: StoredEvent[] = []
    while (events.length < size && !reader.isAtEnd) events.push(eventAt(reader))
    yield { events, bytes: bytes.subarray(from, reader.at) }
  }
}

/** Reads the next event. */
export function eventAt(reader: RowBinaryReader): StoredEvent {
  const host = reader.text()
  const program = reader.text()
  const mnemonic = reader.text()
  const message = reader.text()
  const facility = reader.uint8()
  const severity = reader.uint8()
  const type = reader.uint8()
  const status = reader.uint8()
  const triggers = reader.numbers()
  const tags = tagsAt(reader)
  const id = reader.uint64()
  const ts = reader.int64()
  const last = reader.int64()
  const counter = reader.uint64()
  return {
    id,
    ts,
    last,
    counter,
    host,
    program,
    mnemonic,
    message,
    facility,
    severity,
    type,
    status,
    triggers,
    tags,
  }
}

/** Reads the next tags, and sorts them within the bytes. */
export function tagsAt(reader: RowBinaryReader): Record<string, string> {
  const tags: Record<string, string> = {}
  const count = reader.varUint()
  if (count > 1) sortTags(reader, count)
  for (let left = count; left > 0; left--) {
    const path = reader.text()
    addTag(tags, path, reader.dynamicText())
  }
  return tags
}
