import type { StoredEvent } from '../../schema/event.ts'
import { tagName } from '../../schema/row.ts'
import { list } from '../sql/literal.ts'
import type { EventBatch } from '../store.ts'
import { RowBinaryReader } from './row-binary-reader.ts'
import { skipTag, sortTags } from './sort-tags.ts'

const texts = ['host', 'program', 'mnemonic', 'message']
/** A byte each. */
const codes = ['facility', 'severity', 'type', 'status']
/** id, first, last, counter. */
const numberBytes = 32

/**
 * The columns of an event for files, in RowBinary: what `eventsIn` reads. `first` and `last` are DateTime64(6). Tags come as they are kept,
 * where their text as JSON would cost the engine more than all the rest of a row. Numbers of a fixed width come last, so that the place
 * of the last event is found from the end.
 */
function columnsWith(content: (column: string) => string, first: string, last: string, counter: string) {
  return list([...[...texts, ...codes, 'tags'].map(content), 'id', first, last, `toUInt64(${counter})`])
}

const unchanged = (column: string) => column

/** Of a row that is a whole event. */
export const eventColumns = columnsWith(unchanged, 'first', 'ts', 'count')

/** Of a group of all rows of an event, whose content is that of each. */
export const groupColumns = columnsWith(column => `any(${column})`, 'any(first)', 'max(ts)', 'sum(count)')

/** Of one row, `last` and `counter` being these expressions. */
export function rowColumnsWith(last: string, counter: string): string {
  return columnsWith(unchanged, 'first', last, counter)
}

/** Id and times of the last event of a batch that is not empty. Times in microseconds. */
export function lastOf({ bytes }: EventBatch): { id: number; first: number; last: number } {
  const wire = new RowBinaryReader(bytes, bytes.length - numberBytes)
  return { id: wire.uint64(), first: wire.int64(), last: wire.int64() }
}

/** How many events there are. */
export function countEvents(bytes: Uint8Array): number {
  const wire = new RowBinaryReader(bytes)
  let events = 0
  for (; !wire.ended; events++) {
    for (let left = texts.length; left > 0; left--) wire.skipText()
    wire.at += codes.length
    for (let left = wire.varUint(); left > 0; left--) skipTag(wire)
    wire.at += numberBytes
  }
  return events
}

/** Events, and the bytes that they are made from. */
export interface EventChunk {
  events: StoredEvent[]
  bytes: Uint8Array
}

/**
 * The events of a batch, in its order, so many at a time: what lives for a moment only costs the collector of garbage next to nothing,
 * where thousands of events at once cost it as much as reading them. Puts the tags of each event in order within the very bytes: equal
 * events have equal bytes then, however the engine keeps them.
 */
export function* eventsIn({ bytes }: EventBatch, size: number): Generator<EventChunk> {
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
  const tags = tagsAt(wire)
  const id = wire.uint64()
  const ts = wire.int64()
  const last = wire.int64()
  const counter = wire.uint64()
  return { id, ts, last, counter, host, program, facility, severity, mnemonic, type, status, message, tags }
}

/** The tags that come next, put in order within the very bytes. */
export function tagsAt(wire: RowBinaryReader): Record<string, string> {
  const tags: Record<string, string> = {}
  const count = wire.varUint()
  if (count > 1) sortTags(wire, count)
  for (let left = count; left > 0; left--) {
    const path = wire.text()
    const value = wire.dynamicText()
    // Hardly any name has what is escaped.
    const name = path.includes('%') ? tagName(path) : path
    // An assignment to this one would change what the object inherits from.
    if (name === '__proto__') Object.defineProperty(tags, name, { value, enumerable: true })
    else tags[name] = value
  }
  return tags
}
