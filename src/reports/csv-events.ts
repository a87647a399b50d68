import type { EventCursor } from '../query/event-batch.ts'
import type { AsciiConstant } from './byte-writer.ts'
import type { CsvByteWriter } from './csv-byte-writer.ts'
import type { Column } from './document.ts'
import { codeNames, dateConstants, empty, hasPlainTags, plainTagsWriter } from './event-constants.ts'

/** Writes a cell of the event that a cursor stands at. */
type CellWriter = (bytes: CsvByteWriter, event: EventCursor) => void

/** By the name of the column. The names of codes need no quotes. */
const cells: Readonly<Record<string, CellWriter>> = {
  id: (bytes, event) => bytes.number(event.id),
  counter: (bytes, event) => bytes.number(event.counter),
  host: (bytes, event) => bytes.textAt(event, event.host.from, event.host.to),
  program: (bytes, event) => bytes.textAt(event, event.program.from, event.program.to),
  cisco_mnemonic: (bytes, event) => bytes.textAt(event, event.mnemonic.from, event.mnemonic.to),
  severity: (bytes, event) => bytes.number(event.severity),
  severity_name: (bytes, event) => bytes.constant(codeNames.severity[event.severity] ?? empty),
  facility: (bytes, event) => bytes.number(event.facility),
  facility_name: (bytes, event) => bytes.constant(codeNames.facility[event.facility] ?? empty),
  status: (bytes, event) => bytes.number(event.status),
  status_name: (bytes, event) => bytes.constant(codeNames.status[event.status] ?? empty),
  type: (bytes, event) => bytes.constant(codeNames.type[event.type] ?? empty),
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
): ((bytes: CsvByteWriter, event: EventCursor) => void) | undefined {
  const dateOf = dateConstants(timezone, ',')
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

function timeCell(
  micros: (event: EventCursor) => number,
  dateOf: (second: number) => AsciiConstant,
): CellWriter {
  return (bytes, event) => {
    const value = micros(event)
    bytes.micros(value)
    bytes.constant(dateOf(Math.floor(value / 1_000_000)))
  }
}

/** The quotes of the JSON are doubled in the quotes of a cell. */
const addPlainTags = plainTagsWriter('""', '"')

/** The object as JSON; nothing when there are no tags. */
function tagsCell(bytes: CsvByteWriter, event: EventCursor): void {
  if (event.tagCount === 0) return
  if (hasPlainTags(event)) addPlainTags(bytes, event)
  else bytes.text(JSON.stringify(event.tags()))
}
