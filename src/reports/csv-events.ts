import type { EventCursor, Place } from '../query/event-batch.ts'
import { eventTypes, facilities, severities, statuses } from '../schema/event.ts'
import { type CsvBytes, type Stamp, stampOf } from './csv-bytes.ts'
import type { Column } from './document.ts'
import { localDates } from './local-date.ts'

/** Writes a cell of the event that a cursor stands at. */
type CellWriter = (bytes: CsvBytes, event: EventCursor) => void

const none = stampOf('')
const severityNames = severities.map(stampOf)
const facilityNames = facilities.map(stampOf)
const statusNames = statuses.map(stampOf)
const typeNames = eventTypes.map(stampOf)

/** By the name of the column. The names of codes need no quotes. */
const cells: Readonly<Record<string, CellWriter>> = {
  id: (bytes, event) => bytes.number(event.id),
  counter: (bytes, event) => bytes.number(event.counter),
  host: (bytes, event) => bytes.textAt(event, event.host.from, event.host.to),
  program: (bytes, event) => bytes.textAt(event, event.program.from, event.program.to),
  cisco_mnemonic: (bytes, event) => bytes.textAt(event, event.mnemonic.from, event.mnemonic.to),
  severity: (bytes, event) => bytes.number(event.severity),
  severity_name: (bytes, event) => bytes.stamp(severityNames[event.severity] ?? none),
  facility: (bytes, event) => bytes.number(event.facility),
  facility_name: (bytes, event) => bytes.stamp(facilityNames[event.facility] ?? none),
  status: (bytes, event) => bytes.number(event.status),
  status_name: (bytes, event) => bytes.stamp(statusNames[event.status] ?? none),
  type: (bytes, event) => bytes.stamp(typeNames[event.type] ?? none),
  message: (bytes, event) => bytes.textAt(event, event.message.from, event.message.to),
  user_tags: tagsCell,
}

const times: Readonly<Record<string, (event: EventCursor) => number>> = {
  first_occurrence: event => event.ts,
  last_occurrence: event => event.last,
}

/**
 * Adds the row of an event in these columns, from the bytes that it came in: the same as from its cells, for a quarter of the time. undefined when
 * there are columns that are not known here.
 */
export function eventRowWriter(
  columns: readonly Column[],
  timezone: string,
): ((bytes: CsvBytes, event: EventCursor) => void) | undefined {
  const dateOf = dateStamps(timezone)
  const writers: CellWriter[] = []
  for (const { name } of columns) {
    const micros = times[name]
    const cell = micros === undefined ? cells[name] : timeCell(micros, dateOf)
    if (cell === undefined) return undefined
    writers.push(cell)
  }
  return (bytes, event) => {
    for (let index = 0; index < writers.length; index++) {
      if (index > 0) bytes.comma()
      writers[index]?.(bytes, event)
    }
    bytes.endRow()
  }
}

function timeCell(micros: (event: EventCursor) => number, dateOf: (second: number) => Stamp): CellWriter {
  return (bytes, event) => {
    const value = micros(event)
    bytes.micros(value)
    bytes.stamp(dateOf(Math.floor(value / 1_000_000)))
  }
}

/** A comma and the date of a second in the zone; it holds until the next one. */
function dateStamps(timezone: string): (second: number) => Stamp {
  const date = localDates(timezone)
  let last = Number.NaN
  let stamp = none
  return second => {
    if (second !== last) {
      last = second
      const text = `,${date(second)}`
      if (text.length === stamp.length) stamp.bytes.write(text, 'latin1')
      else stamp = stampOf(text)
    }
    return stamp
  }
}

const firstTag = stampOf('"{""')
const nextTag = stampOf(',""')
const toValue = stampOf('"":""')
const endOfValue = stampOf('""')
const endOfTags = stampOf('}"')

/** The object as JSON, whose quotes are doubled in the quotes of a cell; nothing when there are no tags. */
function tagsCell(bytes: CsvBytes, event: EventCursor): void {
  const { tagCount } = event
  if (tagCount === 0) return
  for (let index = 0; index < tagCount; index++) {
    const { path, value } = event.tag(index)
    if (isPlainName(event.bytes, path) && isPlain(event.bytes, value)) continue
    bytes.text(JSON.stringify(event.tags()))
    return
  }
  for (let index = 0; index < tagCount; index++) {
    const { path, value } = event.tag(index)
    bytes.stamp(index === 0 ? firstTag : nextTag)
    bytes.copy(event, path.from, path.to)
    bytes.stamp(toValue)
    bytes.copy(event, value.from, value.to)
    bytes.stamp(endOfValue)
  }
  bytes.stamp(endOfTags)
}

const [space, quote, percent, nine, backslash, beyond] = [0x20, 0x22, 0x25, 0x39, 0x5c, 0x80]

/** Whether this is its own form in JSON. */
function isPlain(bytes: Uint8Array, { from, to }: Place): boolean {
  for (let at = from; at < to; at++) {
    const byte = bytes[at] ?? 0
    if (byte < space || byte === quote || byte === backslash || byte >= beyond) return false
  }
  return true
}

/** The same of a name: nothing of it is escaped in the store either, and it is no number, which an object has in front of all others. */
function isPlainName(bytes: Uint8Array, place: Place): boolean {
  if ((bytes[place.from] ?? 0) <= nine) return false
  for (let at = place.from; at < place.to; at++) if (bytes[at] === percent) return false
  return isPlain(bytes, place)
}
