import { exactNumber } from '../../charts/number-text.ts'
import type { Column, Row, Table } from '../document.ts'
import { rowBatches } from '../row-batches.ts'
import type { Zip } from '../zip.ts'
import type { SheetCell } from './cell.ts'
import type { ChartPlan } from './chart-plan.ts'
import { columnWidths } from './column-widths.ts'
import { rowsCovered } from './drawing-xml.ts'
import { sheetPath } from './package-parts.ts'
import { type RowSource, rowSource } from './row-source.ts'
import { rowsOf } from './row-xml.ts'
import type { SerialTime } from './serial-time.ts'
import { openSheet, type Sheet } from './sheet.ts'
import type { Workbook, WorkbookSheet } from './workbook.ts'

/** What a sheet and a table may hold. */
export interface SheetLimits {
  /** Rows of a sheet. */
  rows: number
  /** XML bytes of a sheet. */
  bytes: number
  /** Rows of a table; what is behind them is left out, and the file says so. */
  tableRows: number
}

/** Tables that stand below each other on one sheet, and go on on further sheets when it is full. */
export interface TablesPlan {
  /** The first sheet; legal and taken. */
  name: string
  tables: readonly Table[]
  /** Charts beside them. */
  charts: readonly ChartPlan[]
  /** Stands there when there is no table. */
  notice: string
}

/** Where a table came to stand, and how much of it. */
export interface TableOutcome {
  table: Table
  sheet: string
  header: number
  rows: number
}

export interface TableContext {
  zip: Zip
  book: Workbook
  limits: SheetLimits
  timezone: string
  serial: SerialTime
  signal: AbortSignal
}

const chartSize = { width: 720, height: 340 }
/** Characters of a sheet's columns beside which a chart is still in sight; it stands above wider ones. */
const maxWidthBesideChart = 90

interface OpenTable {
  table: Table
  source: RowSource
  headers: string[]
  xml: (row: Row, number: number) => string
  written: number
  outcome: TableOutcome | undefined
}

/** Writes the sheets of a plan; the tables are read once, in order. */
export async function writeTables(plan: TablesPlan, context: TableContext): Promise<TableOutcome[]> {
  const { zip, book, limits } = context
  const done: TableOutcome[] = []
  const waiting = [...plan.tables]
  let current: OpenTable | undefined
  try {
    for (let name = plan.name, first = true; first || current || waiting.length > 0; first = false) {
      const record: WorkbookSheet = {
        name,
        number: book.sheets.length + 1,
        filter: undefined,
        charts: [],
        printArea: undefined,
      }
      book.sheets.push(record)
      current ??= await nextTable(waiting, context)
      const widths = widthsOf(current, waiting, context.timezone)
      await zip.add(sheetPath(record.number), async file => {
        const charts = first ? plan.charts.length * rowsCovered(chartSize.height) : 0
        const above = charts > 0 && sum(widths) > maxWidthBesideChart
        const frozenRows = current && !above ? 1 : 0
        const sheet = openSheet(file, { widths, frozenRows, orientation: 'landscape', isFront: false })
        if (above) sheet.skip(charts)
        if (!current) await sheet.cells([{ value: plan.notice, style: 'notice' }])
        while (current) {
          await putTable(current, sheet, record, limits, context.signal)
          if (await current.source.more()) break
          await putNotice(current, sheet, limits)
          await current.source.close()
          if (current.outcome) done.push({ ...current.outcome, rows: current.written })
          current = await nextTable(waiting, context)
          if (!current) break
          // Below what stands there, and below the charts beside it.
          sheet.skip(Math.max(1, charts + 2 - sheet.row()))
          if (sheet.row() + 3 > limits.rows) break
          await sheet.cells([{ value: current.table.title, style: 'heading' }])
        }
        if (first && plan.charts.length > 0) placeCharts(plan, record, sheet, done, above)
        await sheet.end()
        record.filter = sheet.filtered()
        if (record.charts.length === 0)
          record.printArea = { left: 0, top: 1, right: widths.length - 1, bottom: sheet.row() - 1 }
      })
      if (current || waiting.length > 0) name = book.nameSheet(plan.name)
    }
  } finally {
    await current?.source.close()
  }
  return done
}

async function nextTable(
  waiting: Table[],
  { limits, timezone, serial }: TableContext,
): Promise<OpenTable | undefined> {
  const table = waiting.shift()
  if (!table) return undefined
  const source = rowSource(rowBatches(table, limits.tableRows))
  await source.more()
  // Whole columns look alike: with milliseconds where one of the first moments has any.
  const fractions = table.columns.map((_, index) =>
    source.batch.some(row => typeof row[index] === 'number' && !Number.isInteger(row[index])),
  )
  return {
    table,
    source,
    headers: table.columns.map(column => headerOf(column, timezone)),
    xml: rowsOf(table.columns, fractions, serial),
    written: 0,
    outcome: undefined,
  }
}

function headerOf({ title, kind }: Column, timezone: string): string {
  return kind === 'time' ? `${title} (${timezone})` : title
}

/** Of the table that begins the sheet, and of those below it as far as they are at hand. */
function widthsOf(current: OpenTable | undefined, waiting: readonly Table[], timezone: string): number[] {
  if (!current) return [60]
  const widths = columnWidths(current.table.columns, current.headers, current.source.batch)
  for (const { columns, rows } of waiting) {
    const headers = columns.map(column => headerOf(column, timezone))
    const below = columnWidths(columns, headers, Symbol.asyncIterator in rows ? [] : rows)
    for (const [index, width] of below.entries()) widths[index] = Math.max(widths[index] ?? 0, width)
  }
  return widths
}

/** The header, and rows until the table or the sheet ends. */
async function putTable(
  current: OpenTable,
  sheet: Sheet,
  record: WorkbookSheet,
  limits: SheetLimits,
  signal: AbortSignal,
): Promise<void> {
  const { table, source, headers, xml } = current
  const header = sheet.row()
  current.outcome ??= { table, sheet: record.name, header, rows: 0 }
  await sheet.cells(
    table.columns.map(({ kind }, index): SheetCell => {
      return {
        value: headers[index] ?? '',
        style: kind === 'text' || kind === 'time' ? 'header' : 'headerRight',
      }
    }),
  )
  while (sheet.bytes() < limits.bytes && sheet.row() <= limits.rows && (await source.more())) {
    signal.throwIfAborted()
    const { batch } = source
    let row = sheet.row()
    while (source.at < batch.length && row <= limits.rows && !sheet.shouldFlush()) {
      const cells = batch[source.at++]
      if (cells) sheet.rowXml(xml(cells, row++))
      current.written++
    }
    if (sheet.shouldFlush()) await sheet.flush()
  }
  if (table.columns.length > 0 && !sheet.filtered())
    sheet.setFilter({ left: 0, top: header, right: table.columns.length - 1, bottom: sheet.row() - 1 })
}

async function putNotice({ table, written }: OpenTable, sheet: Sheet, limits: SheetLimits): Promise<void> {
  const notice = cutNotice(table.count, written)
  if (written === 0) await sheet.cells([{ value: 'No rows.', style: 'notice' }])
  // On a sheet that is full to its last row there is no room; the front sheet says it, too.
  if (notice === undefined || sheet.row() + 1 > limits.rows) return
  sheet.skip(1)
  await sheet.cells([{ value: notice, style: 'notice' }])
}

/** Says that rows were left out; undefined when none were. */
export function cutNotice(count: number, written: number): string | undefined {
  if (written >= count) return undefined
  return `Only the first ${exactNumber(written)} of ${exactNumber(count)} rows are here.`
}

function placeCharts(
  plan: TablesPlan,
  record: WorkbookSheet,
  sheet: Sheet,
  done: readonly TableOutcome[],
  above: boolean,
): void {
  const column = above ? 0 : (plan.tables[0]?.columns.length ?? 0) + 1
  for (const chart of plan.charts) {
    const place = done.find(({ table }) => table === chart.table)
    if (!place) continue
    const row = (above ? 0 : 1) + record.charts.length * rowsCovered(chartSize.height)
    record.charts.push({
      plan: chart,
      place,
      placed: { ...chartSize, column, row, description: chart.title },
    })
  }
  if (record.charts.length > 0) sheet.addDrawing()
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
