import { exactNumber } from '../../charts/number-text.ts'
import type { Column, Row, Table } from '../document/document.ts'
import { rowBatches } from '../document/row-batches.ts'
import { type SheetCell, sheetCell } from './cell.ts'
import { columnLetters } from './cell-ref.ts'
import type { SerialTime } from './serial-time.ts'
import type { Sheet } from './sheet.ts'
import { styleIndex } from './styles.ts'
import { inlineString, looksLikeFormula } from './xml-text.ts'

/** Bounds of column widths, in characters of the plain font. */
const minWidth = 9
const maxWidth = 80
const maxHeaderWidth = 40
/** Rows measured for the column widths. */
const sampledRows = 200

export interface SheetLimits {
  /** Maximum rows of a sheet. */
  rows: number
  /** Maximum XML bytes of a sheet. */
  bytes: number
  /** Maximum rows of a table; further rows are left out, and the file says so. */
  tableRows: number
}

/** Settings for writing tables. */
export interface TableContext {
  limits: SheetLimits
  /** IANA name, shown in the headers of times. */
  timezone: string
  serial: SerialTime
  signal: AbortSignal
}

/** Where a table was written: sheet and row of its first header, and number of its rows. */
export interface TableOutcome {
  table: Table
  sheet: string
  header: number
  rows: number
}

/** Writes one table to one sheet, and continues on others when a sheet is full. The rows are read once. */
export class TableWriter {
  readonly table: Table
  readonly #context: TableContext
  readonly #source: RowSource
  readonly #headers: readonly string[]
  readonly #rowXml: (row: Row, number: number) => string
  /** Sheet and row of the first header; undefined until `writeTo`. */
  #place: { sheet: string; header: number } | undefined
  /** Number of rows written to all sheets. */
  #written = 0

  private constructor(table: Table, source: RowSource, context: TableContext) {
    const { columns } = table
    this.table = table
    this.#context = context
    this.#source = source
    this.#headers = headersOf(columns, context.timezone)
    // All cells of a column have one format: with milliseconds if one of the first times has any.
    const fractions = columns.map((_, index) =>
      source.batch.some(row => typeof row[index] === 'number' && !Number.isInteger(row[index])),
    )
    this.#rowXml = rowXmlWriter(columns, fractions, context.serial)
  }

  /** Reads the first rows. */
  static async open(table: Table, context: TableContext): Promise<TableWriter> {
    const source = new RowSource(rowBatches(table.rows, context.limits.tableRows))
    await source.hasNext()
    return new TableWriter(table, source, context)
  }

  /** Column widths for the first rows, in characters. */
  get widths(): number[] {
    return columnWidths(this.table.columns, this.#headers, this.#source.batch)
  }

  /** Undefined before the first header is written. */
  get outcome(): TableOutcome | undefined {
    return this.#place && { ...this.#place, table: this.table, rows: this.#written }
  }

  /**
   * Writes the header, and rows until the table or the sheet ends. True: the table is complete, including its
   * notices.
   */
  async writeTo(sheet: Sheet, sheetName: string): Promise<boolean> {
    const { limits } = this.#context
    const { columns, count } = this.table
    const header = sheet.row
    this.#place ??= { sheet: sheetName, header }
    await sheet.writeRow(columns.map((column, index) => headerCell(column, this.#headers[index] ?? '')))
    await this.#writeRows(sheet)
    if (columns.length > 0 && !sheet.filter)
      sheet.filter = { left: 0, top: header, right: columns.length - 1, bottom: sheet.row - 1 }
    if (await this.#source.hasNext()) return false
    if (this.#written === 0) await sheet.writeRow([{ value: 'No rows.', style: 'notice' }])
    const notice = cutNotice(count, this.#written)
    // A sheet that is full has no room for the notice; the front sheet has it, too.
    if (notice !== undefined && sheet.row + 1 <= limits.rows) {
      sheet.row += 1
      await sheet.writeRow([{ value: notice, style: 'notice' }])
    }
    return true
  }

  /** Stops reading, even before the end. */
  close(): Promise<void> {
    return this.#source.close()
  }

  async #writeRows(sheet: Sheet): Promise<void> {
    const { limits, signal } = this.#context
    const source = this.#source
    while (sheet.bytes < limits.bytes && sheet.row <= limits.rows && (await source.hasNext())) {
      signal.throwIfAborted()
      const { batch } = source
      while (source.at < batch.length && sheet.row <= limits.rows && !sheet.shouldFlush) {
        const cells = batch[source.at++]
        if (cells) sheet.appendRowXml(this.#rowXml(cells, sheet.row))
        this.#written++
      }
      if (sheet.shouldFlush) await sheet.flush()
    }
  }
}

/** Widths of a table that is not opened yet, from its rows in memory. */
export function widthsOf({ columns, rows }: Table, timezone: string): number[] {
  return columnWidths(columns, headersOf(columns, timezone), Symbol.asyncIterator in rows ? [] : rows)
}

/** Says that rows were left out; undefined if none were. */
export function cutNotice(count: number, written: number): string | undefined {
  if (written >= count) return undefined
  return `Only the first ${exactNumber(written)} of ${exactNumber(count)} rows are here.`
}

function headersOf(columns: readonly Column[], timezone: string): string[] {
  return columns.map(({ title, kind }) => (kind === 'time' ? `${title} (${timezone})` : title))
}

function headerCell({ kind }: Column, value: string): SheetCell {
  return { value, style: kind === 'text' || kind === 'time' ? 'header' : 'headerRight' }
}

/** Widths that fit the headers and the first rows of a table, within bounds. */
function columnWidths(
  columns: readonly Column[],
  headers: readonly string[],
  rows: readonly Row[],
): number[] {
  const sample = rows.slice(0, sampledRows)
  return columns.map(({ kind }, index) => {
    // Bold, next to the arrow of the filter.
    let width = Math.min(maxHeaderWidth, Math.ceil(textWidth(headers[index] ?? '') * 1.1) + 4)
    for (const row of sample) {
      const value = row[index] ?? null
      if (value !== null)
        width = Math.max(width, typeof value === 'string' ? textWidth(value) + 2 : numberWidth(kind, value))
    }
    return Math.max(minWidth, Math.min(maxWidth, width))
  })
}

function numberWidth(kind: Column['kind'], value: number): number {
  if (kind === 'time') return Number.isInteger(value) ? 20 : 24
  if (kind === 'bytes') return 12
  if (kind === 'percent') return 10
  return exactNumber(value).length + (kind === 'number' ? 4 : 2)
}

/** East Asian characters are two characters wide. */
function textWidth(text: string): number {
  const shown = text.slice(0, maxWidth)
  return (
    shown.length +
    (shown.match(/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/g)?.length ?? 0)
  )
}

/** The rows of a table. A sheet can end in the middle of a batch, and the next sheet continues there. */
class RowSource {
  batch: readonly Row[] = []
  /** Index of the next row in the batch. */
  at = 0
  readonly #batches: AsyncIterator<readonly Row[]>
  #isDone = false

  constructor(rows: AsyncIterable<readonly Row[]>) {
    this.#batches = rows[Symbol.asyncIterator]()
  }

  /** Reads until there is a next row; false at the end. */
  async hasNext(): Promise<boolean> {
    while (this.at >= this.batch.length && !this.#isDone) {
      const { value, done } = await this.#batches.next()
      this.#isDone = done === true
      this.batch = done ? [] : value
      this.at = 0
    }
    return !this.#isDone
  }

  /** Stops reading, even before the end. */
  async close(): Promise<void> {
    if (!this.#isDone) await this.#batches.return?.()
    this.#isDone = true
  }
}

/** The XML that the cells of a column share. */
interface ColumnXml {
  kind: Column['kind']
  /** The start tag up to the number of the row. */
  beforeRow: string
  /** The rest of the start tag of a cell with a number. */
  afterRow: string
}

/** The rest of the start tag of a cell with text, after the number of the row. */
const text = `" s="${styleIndex('text')}" t="inlineStr">`
const quotedText = `" s="${styleIndex('quotedText')}" t="inlineStr">`

/**
 * Returns a function that writes the row elements of a table. `number` counts from 1; `fractions` says which
 * columns have times with fractions of a second. Writes cells as `cellXml` does, but omits empty cells, and
 * gives all times of a column one format. The constant parts are prepared, since an export may have a million
 * rows.
 */
function rowXmlWriter(
  columns: readonly Column[],
  fractions: readonly boolean[],
  serial: SerialTime,
): (row: Row, number: number) => string {
  const columnXmls = columns.map(({ kind }, index): ColumnXml => {
    const timeStyle = fractions[index] ? 'momentMillis' : 'moment'
    const style = kind === 'time' ? timeStyle : kind
    return { kind, beforeRow: `<c r="${columnLetters(index)}`, afterRow: `" s="${styleIndex(style)}"><v>` }
  })
  return (row, number) => {
    const digits = String(number)
    let xml = `<row r="${digits}">`
    for (let index = 0; index < columnXmls.length; index++) {
      const column = columnXmls[index]
      const value = row[index]
      if (!column || value === null || value === undefined || value === '') continue
      if (typeof value === 'string') {
        xml += `${column.beforeRow}${digits}${looksLikeFormula(value) ? quotedText : text}${inlineString(value)}</c>`
      } else if (column.kind === 'integer') {
        xml += `${column.beforeRow}${digits}${column.afterRow}${value}</v></c>`
      } else {
        const cell = sheetCell(column.kind, value, serial)
        const textStart = cell.style === 'quotedText' ? quotedText : text
        xml +=
          typeof cell.value === 'number'
            ? `${column.beforeRow}${digits}${column.afterRow}${cell.value}</v></c>`
            : `${column.beforeRow}${digits}${textStart}${inlineString(String(cell.value))}</c>`
      }
    }
    return `${xml}</row>`
  }
}
