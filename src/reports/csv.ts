import { mostExportedRows } from '../schema/export-format.ts'
import { batchesOf } from './batches.ts'
import type { Cell, Column, Row, Table } from './document.ts'
import { localDates } from './local-date.ts'
import { TextOutput } from './text-output.ts'
import { fileEach } from './widget-zip.ts'
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
  const text = new TextOutput(out)
  text.add(headerOf(table.columns))
  const line = csvLine(table.columns, document.timezone)
  for await (const rows of batchesOf(table, mostExportedRows)) {
    signal.throwIfAborted()
    for (const row of rows) if (text.add(line(row))) await text.flush()
  }
  await text.flush()
  return table.count > mostExportedRows ? { cappedFrom: table.count } : {}
}

/** A query as one file, a dashboard as a zip of one file a widget. */
export const writeCsv = fileEach('csv', writeSection)

function headerOf(columns: readonly Column[]): string {
  const names = columns.flatMap(({ name, kind }) => (kind === 'time' ? [name, `${name}_date`] : [name]))
  return `${names.map(csvText).join(',')}\r\n`
}

/** Writes rows of these columns. */
export function csvLine(columns: readonly Column[], timezone: string): (row: Row) => string {
  const date = localDates(timezone)
  const times = columns.map(({ kind }) => kind === 'time')
  return row => {
    let line = ''
    for (let index = 0; index < times.length; index++) {
      if (index > 0) line += ','
      const cell = row[index]
      if (times[index] === true) line += typeof cell === 'number' ? `${cell},${date(cell)}` : ','
      else line += csvCell(cell)
    }
    return `${line}\r\n`
  }
}

function csvCell(cell: Cell | undefined): string {
  if (typeof cell === 'number') return String(cell)
  return typeof cell === 'string' ? csvText(cell) : ''
}

/** What makes a spreadsheet read a cell as a formula when it comes first (OWASP, CSV injection); with the wide forms of Asian locales. */
const formula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/
const special = /[",\r\n]/

/** A text as a cell. What a spreadsheet would run gets a leading apostrophe. */
export function csvText(text: string): string {
  const inert = formula.test(text) ? `'${text}` : text
  return special.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
