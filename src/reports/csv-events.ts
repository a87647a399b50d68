import type { EventCursor } from '../query/event-batch.ts'
import type { CsvBytes } from './csv-bytes.ts'
import type { Column } from './document.ts'
import { dateStamps, hasPlainTags, names, none, plainTagsWriter } from './event-stamps.ts'
import type { Stamp } from './row-bytes.ts'

/** Writes a cell of the event that a cursor stands at. */
type CellWriter = (bytes: CsvBytes, event: EventCursor) => void

/** By the name of the column. The names of codes need no quotes. */
const cells: Readonly<Record<string, CellWriter>> = {
  id: (bytes, event) => bytes.number(event.id),
  counter: (bytes, event) => bytes.number(event.counter),
  host: (bytes, event) => bytes.textAt(event, event.host.from, event.host.to),
  program: (bytes, event) => bytes.textAt(event, event.program.from, event.program.to),
  cisco_mnemonic: (bytes, event) => bytes.textAt(event, event.mnemonic.from, event.mnemonic.to),
  severity: (bytes, event) => bytes.number(event.severity),
  severity_name: (bytes, event) => bytes.stamp(names.severity[event.severity] ?? none),
  facility: (bytes, event) => bytes.number(event.facility),
  facility_name: (bytes, event) => bytes.stamp(names.facility[event.facility] ?? none),
  status: (bytes, event) => bytes.number(event.status),
  status_name: (bytes, event) => bytes.stamp(names.status[event.status] ?? none),
  type: (bytes, event) => bytes.stamp(names.type[event.type] ?? none),
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
  const dateOf = dateStamps(timezone, ',')
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

/** The quotes of the JSON are doubled in the quotes of a cell. */
const addPlainTags = plainTagsWriter('""', '"')

/** The object as JSON; nothing when there are no tags. */
function tagsCell(bytes: CsvBytes, event: EventCursor): void {
  if (event.tagCount === 0) return
  if (hasPlainTags(event)) addPlainTags(bytes, event)
  else bytes.text(JSON.stringify(event.tags()))
}
