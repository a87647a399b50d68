import type { EventCursor } from '../../query/event-batch.ts'
import type { Column, Row, Section, Table } from '../document/document.ts'
import { triggersOf } from '../document/event-triggers.ts'
import { rowBatches } from '../document/row-batches.ts'
import type { SectionWriter } from '../document/writer.ts'
import { filePerSection } from '../zip/widget-zip.ts'
import type { ByteWriter } from './byte-writer.ts'
import { CsvByteWriter } from './csv-byte-writer.ts'
import { eventFields, type FieldWriter } from './event-fields.ts'
import { localDates } from './local-date.ts'

/** Columns of a section that failed. */
const failureColumns: readonly Column[] = [
  { name: 'code', title: 'Code', kind: 'text' },
  { name: 'detail', title: 'Detail', kind: 'text' },
]

/**
 * RFC 4180 in UTF-8 without a byte order mark: member names, then the rows of the first table. A time is two
 * cells, as in an event: Unix seconds, and under `<name>_date` the date in the document's zone.
 */
const writeSection: SectionWriter = async (section, document, out, signal) => {
  const table: Table = section.tables[0] ?? {
    title: '',
    columns: failureColumns,
    rows: section.failure ? [[section.failure.code, section.failure.detail]] : [],
    count: 1,
  }
  const { maxRows, timezone } = document
  const bytes = new CsvByteWriter()
  const names = table.columns.flatMap(({ name, kind }) => (kind === 'time' ? [name, `${name}_date`] : [name]))
  for (const [index, name] of names.entries()) {
    if (index > 0) bytes.comma()
    bytes.text(name)
  }
  bytes.endRow()
  const writeEvent = eventRowWriter(bytes, names, timezone, section)
  if (section.cursors !== undefined && writeEvent !== undefined) {
    let left = maxRows
    for await (const event of section.cursors) {
      signal.throwIfAborted()
      for (; left > 0 && event.next(); left--) {
        writeEvent(event)
        if (bytes.shouldFlush) await out.write(bytes.take())
      }
    }
  } else {
    const addRow = rowWriter(bytes, table.columns, timezone)
    for await (const rows of rowBatches(table.rows, maxRows)) {
      signal.throwIfAborted()
      for (const row of rows) {
        addRow(row)
        if (bytes.shouldFlush) await out.write(bytes.take())
      }
    }
  }
  await out.write(bytes.take())
  return table.count > maxRows ? { cappedFrom: table.count } : {}
}

/** A query as one file, a dashboard as a zip of one file per widget. */
export const writeCsv = filePerSection('csv', writeSection)

/**
 * Writes the row of an event from the bytes of the engine. Undefined if a column is a tag, which only the
 * table can write.
 */
function eventRowWriter(
  bytes: CsvByteWriter,
  names: readonly string[],
  timezone: string,
  { triggers, fired }: Section,
): ((event: EventCursor) => void) | undefined {
  const fields: Readonly<Record<string, FieldWriter>> = {
    ...eventFields(timezone, { quote: '', unknownType: '' }),
    trigger_ids: (bytes, event) => writeList(bytes, triggersOf(event, triggers)),
    triggers_fired_count: (bytes, event) => bytes.number(triggersOf(event, triggers).length),
    triggers_fired_data: (bytes, event) => writeList(bytes, fired?.get(event.id) ?? []),
  }
  const writers = names.flatMap(name => fields[name] ?? [])
  if (writers.length < names.length) return undefined
  return event => {
    for (let index = 0; index < writers.length; index++) {
      if (index > 0) bytes.comma()
      writers[index]?.(bytes, event)
    }
    bytes.endRow()
  }
}

/** Writes a list as JSON, and an empty list as an empty cell. */
function writeList(bytes: ByteWriter, list: readonly unknown[]): void {
  if (list.length > 0) bytes.json(JSON.stringify(list))
}

function rowWriter(bytes: CsvByteWriter, columns: readonly Column[], timezone: string): (row: Row) => void {
  const date = localDates(timezone)
  return row => {
    for (const [index, { kind }] of columns.entries()) {
      if (index > 0) bytes.comma()
      const cell = row[index] ?? null
      if (kind === 'time') {
        if (typeof cell === 'number') bytes.seconds(cell)
        bytes.comma()
        if (typeof cell === 'number') bytes.ascii(date(cell))
      } else if (typeof cell === 'string') bytes.text(cell)
      else if (cell !== null) bytes.number(cell)
    }
    bytes.endRow()
  }
}
