import type { Table } from '../document/document.ts'
import type { Zip } from '../zip/zip.ts'
import type { ChartPlan } from './chart-plan.ts'
import { rowsCovered } from './drawing-xml.ts'
import { sheetPath } from './package-parts.ts'
import { Sheet } from './sheet.ts'
import { type TableContext, type TableOutcome, TableWriter, widthsOf } from './table-writer.ts'
import { addSheet, placeCharts, type Workbook } from './workbook.ts'

/** Tables below each other on one sheet, continued on further sheets when full. */
export interface TablesPlan {
  /** Name of the first sheet, from `nameSheet`. */
  name: string
  tables: readonly Table[]
  /** Charts next to the tables. */
  charts: readonly ChartPlan[]
  /** Written if there is no table. */
  notice: string
}

/** The workbook that sheets are added to, and the settings for tables. */
export interface WorkbookContext extends TableContext {
  zip: Zip
  book: Workbook
}

const chartSize = { width: 720, height: 340 }
/**
 * Maximum width of a sheet's columns, in characters, with a chart beside them. Above this a chart is placed
 * above the table, so that it is in sight.
 */
const maxWidthBesideChart = 90

/** Writes the sheets of a plan; the tables are read once, in order. */
export async function writeTables(plan: TablesPlan, context: WorkbookContext): Promise<TableOutcome[]> {
  const { zip, book, limits, timezone } = context
  const outcomes: TableOutcome[] = []
  const waiting = [...plan.tables]
  const openNext = async () => {
    const table = waiting.shift()
    return table && (await TableWriter.open(table, context))
  }
  let current = await openNext()

  async function writeSheet(name: string, charts: readonly ChartPlan[]): Promise<void> {
    const record = addSheet(book, name)
    const widths = sheetWidths(current, waiting, timezone)
    const chartRows = charts.length * rowsCovered(chartSize.height)
    const isAbove = chartRows > 0 && widths.reduce((sum, width) => sum + width, 0) > maxWidthBesideChart
    await zip.add(sheetPath(record.number), async file => {
      const frozenRows = current && !isAbove ? 1 : 0
      const sheet = new Sheet(file, { widths, frozenRows, orientation: 'landscape', isFront: false })
      if (isAbove) sheet.row += chartRows
      if (!current) await sheet.cells([{ value: plan.notice, style: 'notice' }])
      while (current && (await current.writeTo(sheet, name))) {
        await current.close()
        if (current.outcome) outcomes.push(current.outcome)
        current = await openNext()
        if (!current) break
        // Starts below the previous table, and below the charts beside it.
        sheet.row += Math.max(1, chartRows + 2 - sheet.row)
        if (sheet.row + 3 > limits.rows) break
        await sheet.cells([{ value: current.table.title, style: 'heading' }])
      }
      const column = isAbove ? 0 : (plan.tables[0]?.columns.length ?? 0) + 1
      placeCharts(record, charts, outcomes, { ...chartSize, column, row: isAbove ? 0 : 1 })
      if (record.charts.length > 0) sheet.hasDrawing = true
      await sheet.end()
      record.filter = sheet.filter
      if (record.charts.length === 0)
        record.printArea = { left: 0, top: 1, right: widths.length - 1, bottom: sheet.row - 1 }
    })
  }

  try {
    await writeSheet(plan.name, plan.charts)
    while (current) await writeSheet(book.nameSheet(plan.name), [])
  } finally {
    await current?.close()
  }
  return outcomes
}

/** Widths for the first table of a sheet, and for the tables below it if their rows are in memory. */
function sheetWidths(
  current: TableWriter | undefined,
  waiting: readonly Table[],
  timezone: string,
): number[] {
  if (!current) return [60]
  const { widths } = current
  for (const table of waiting) {
    for (const [index, width] of widthsOf(table, timezone).entries())
      widths[index] = Math.max(widths[index] ?? 0, width)
  }
  return widths
}
