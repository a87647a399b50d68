import { CsvByteWriter } from './csv-byte-writer.ts'
import { eventRowWriter } from './csv-events.ts'
import type { Column, Row, Table } from './document.ts'
import { localDates } from './local-date.ts'
import { rowBatches } from './row-batches.ts'
import { filePerSection } from './widget-zip.ts'
import type { SectionWriter } from './writer.ts'

/** Of a section that failed. */
const failureColumns: readonly Column[] = [
  { name: 'code', title: 'Code', kind: 'text' },
  { name: 'detail', title: 'Detail', kind: 'text' },
]

/**
 * RFC 4180 in UTF-8 without a byte order mark: member names, then the rows of the first table. A time is two cells, as in an
 * event: Unix seconds, and under `<name>_date` the date in the document's zone.
 */
const writeSection: SectionWriter = async (section, document, out, signal) => {
  const table: Table = section.tables[0] ?? {
    title: '',
    columns: failureColumns,
    rows: section.failure ? [[section.failure.code, section.failure.detail]] : [],
    count: 1,
  }
  const bytes = new CsvByteWriter()
  addHeader(bytes, table.columns)
  const addEvent = section.cursors && eventRowWriter(table.columns, document.timezone)
  if (section.cursors !== undefined && addEvent !== undefined) {
    let left = document.maxRows
    for await (const event of section.cursors) {
      signal.throwIfAborted()
      for (; left > 0 && event.next(); left--) {
        addEvent(bytes, event)
        if (bytes.shouldFlush) await out.write(bytes.take())
      }
    }
  } else {
    const addRow = rowWriter(bytes, table.columns, document.timezone)
    for await (const rows of rowBatches(table, document.maxRows)) {
      signal.throwIfAborted()
      for (const row of rows) {
        addRow(row)
        if (bytes.shouldFlush) await out.write(bytes.take())
      }
    }
  }
  await out.write(bytes.take())
  return table.count > document.maxRows ? { cappedFrom: table.count } : {}
}

/** A query as one file, a dashboard as a zip of one file a widget. */
export const writeCsv = filePerSection('csv', writeSection)

function addHeader(bytes: CsvByteWriter, columns: readonly Column[]): void {
  const names = columns.flatMap(({ name, kind }) => (kind === 'time' ? [name, `${name}_date`] : [name]))
  for (const [index, name] of names.entries()) {
    if (index > 0) bytes.comma()
    bytes.text(name)
  }
  bytes.endRow()
}

/** Adds rows of these columns. */
function rowWriter(bytes: CsvByteWriter, columns: readonly Column[], timezone: string): (row: Row) => void {
  const date = localDates(timezone)
  const times = columns.map(({ kind }) => kind === 'time')
  return row => {
    for (let index = 0; index < times.length; index++) {
      if (index > 0) bytes.comma()
      const cell = row[index]
      if (times[index] === true) {
        if (typeof cell === 'number') bytes.seconds(cell)
        bytes.comma()
        if (typeof cell === 'number') bytes.ascii(date(cell))
      } else if (typeof cell === 'string') bytes.text(cell)
      else if (typeof cell === 'number') bytes.number(cell)
    }
    bytes.endRow()
  }
}
