import { maxSheetRows } from '../../schema/reports/export-format.ts'
import type { ReportDocument, Section, Table } from '../document/document.ts'
import type { Output } from '../document/job.ts'
import { largestCut, type WriteOutcome, type Writer } from '../document/writer.ts'
import { type Zip, zipInto } from '../zip/zip.ts'
import { type ChartPlan, chartsOf } from './chart-plan.ts'
import { chartXml } from './chart-xml.ts'
import { drawingXml, rowsCovered } from './drawing-xml.ts'
import {
  failureNotice,
  frontWidths,
  type WrittenSection,
  writeOverview,
  writeSummary,
} from './front-sheet.ts'
import {
  appPropertiesXml,
  chartPath,
  contentTypesXml,
  corePropertiesXml,
  drawingPath,
  relationsPath,
  relationsXml,
  rootRelationsXml,
  sheetPath,
  workbookXml,
} from './package-parts.ts'
import { type SerialTime, serialTimes } from './serial-time.ts'
import { Sheet } from './sheet.ts'
import { stylesXml } from './styles.ts'
import {
  type SheetLimits,
  type TableContext,
  type TableOutcome,
  TableWriter,
  widthsOf,
} from './table-writer.ts'
import { addSheet, placeCharts, type Workbook, type WorkbookSheet } from './workbook.ts'

const chartSize = { width: 720, height: 340 }

/**
 * Maximum width of a sheet's columns, in characters, with a chart beside them. Above this a chart is placed
 * above the table, so that it is in sight.
 */
const maxWidthBesideChart = 90
/** Rows that a further table on a sheet needs: title, header and a first row. */
const minTableRows = 3

/** Excel's maximum rows; a sheet's file stays below the 4 GiB of zip without the 64-bit extension. */
const excelLimits: SheetLimits = { rows: 1_048_576, bytes: 3.5 * 2 ** 30, tableRows: maxSheetRows }

/** Size of a query's chart, below the summary. */
const frontChartSize = { width: 760, height: 340 }

/**
 * Writes an Excel workbook (ECMA-376, SpreadsheetML). A query has a summary and one sheet per table, a
 * dashboard an overview and one sheet per widget. Memory does not grow with the rows.
 */
export const writeXlsx: Writer = (document, out, signal) => writeWorkbook(document, out, signal, excelLimits)

/** As `writeXlsx`, with other limits for tests. */
export async function writeWorkbook(
  document: ReportDocument,
  out: Output,
  signal: AbortSignal,
  limits: SheetLimits,
): Promise<WriteOutcome> {
  signal.throwIfAborted()
  const zip = zipInto(out, document.generatedAt)
  const serial = serialTimes(document.timezone)
  const isQuery = document.kind === 'query'
  const book: Workbook = { sheets: [], nameSheet: sheetNames() }
  // Programs recognise the file type by its first entries.
  await addText(zip, '_rels/.rels', rootRelationsXml())
  await addText(zip, 'xl/styles.xml', stylesXml())
  await addText(zip, 'docProps/core.xml', corePropertiesXml(document.title, document.generatedAt))
  await addText(zip, 'docProps/app.xml', appPropertiesXml())

  const front = addSheet(book, book.nameSheet(isQuery ? 'Summary' : 'Overview'))
  const context = { zip, book, limits, timezone: document.timezone, serial, signal }
  const written: WrittenSection[] = []
  for (const section of document.sections)
    written.push(isQuery ? await querySheets(section, context) : await widgetSheets(section, context))

  await zip.add(sheetPath(front.number), async file => {
    const widths = frontWidths[document.kind]
    const sheet = new Sheet(file, {
      widths,
      frozenRows: 0,
      orientation: isQuery ? 'portrait' : 'landscape',
      isFront: true,
    })
    const [only] = written
    if (isQuery && only) {
      await writeSummary(document, only, sheet, serial)
      const at = { ...frontChartSize, column: 0, row: sheet.row }
      placeCharts(front, chartsOf(only.section), only.tables, at)
      if (front.charts.length > 0) sheet.hasDrawing = true
    } else await writeOverview(document, written, sheet, serial)
    await sheet.end()
  })
  await addDrawings(zip, book.sheets, serial)
  await zip.close()
  return largestCut(written.flatMap(({ tables }) => tables.map(cutOf)))
}

/** One sheet per table. */
async function querySheets(section: Section, context: WorkbookContext): Promise<WrittenSection> {
  const tables = []
  let sheet: string | undefined
  for (const table of section.tables) {
    const name = context.book.nameSheet(table.title)
    sheet ??= name
    tables.push(...(await writeTables({ name, tables: [table], charts: [], notice: '' }, context)))
  }
  return { section, sheet, tables }
}

/** All tables of a widget below each other, with the charts beside them. A note has no sheet. */
async function widgetSheets(section: Section, context: WorkbookContext): Promise<WrittenSection> {
  if (section.note !== undefined) return { section, sheet: undefined, tables: [] }
  const name = context.book.nameSheet(section.title || 'Untitled')
  const notice = section.failure ? failureNotice(section.failure) : 'There is nothing to show.'
  const charts = chartsOf(section)
  const tables = await writeTables({ name, tables: section.tables, charts, notice }, context)
  return { section, sheet: name, tables }
}

/** Writes the charts, and the parts that list all sheets. */
async function addDrawings(zip: Zip, sheets: readonly WorkbookSheet[], serial: SerialTime): Promise<void> {
  let drawings = 0
  let charts = 0
  for (const sheet of sheets) {
    if (sheet.charts.length === 0) continue
    const drawing = drawingPath(++drawings)
    await addRelations(zip, sheetPath(sheet.number), [{ type: 'drawing', target: `/${drawing}` }])
    await addText(zip, drawing, drawingXml(sheet.charts.map(({ placed }) => placed)))
    const relations = []
    for (const { plan, place } of sheet.charts) {
      const chart = chartPath(++charts)
      relations.push({ type: 'chart', target: `/${chart}` })
      await addText(zip, chart, chartXml(plan, place, serial))
    }
    await addRelations(zip, drawing, relations)
  }
  const workbook = 'xl/workbook.xml'
  await addText(zip, workbook, workbookXml(sheets))
  await addRelations(zip, workbook, [
    ...sheets.map(({ number }) => ({ type: 'worksheet', target: `/${sheetPath(number)}` })),
    { type: 'styles', target: '/xl/styles.xml' },
  ])
  await addText(zip, '[Content_Types].xml', contentTypesXml(sheets, drawings, charts))
}

function addRelations(zip: Zip, part: string, relations: { type: string; target: string }[]): Promise<void> {
  return addText(zip, relationsPath(part), relationsXml(relations))
}

function addText(zip: Zip, name: string, xml: string): Promise<void> {
  return zip.add(name, file => file.write(Buffer.from(xml, 'utf8')))
}

function cutOf({ table, rows }: WrittenSection['tables'][number]): WriteOutcome {
  return rows < table.count ? { cappedFrom: table.count } : {}
}

/** Tables below each other on one sheet, continued on further sheets when full. */
interface TablesPlan {
  /** Name of the first sheet, from `nameSheet`. */
  name: string
  tables: readonly Table[]
  /** Charts next to the tables. */
  charts: readonly ChartPlan[]
  /** Written if there is no table. */
  notice: string
}

/** The workbook that sheets are added to, and the settings for tables. */
interface WorkbookContext extends TableContext {
  zip: Zip
  book: Workbook
}

/** Writes the sheets of a plan; the tables are read once, in order. */
async function writeTables(plan: TablesPlan, context: WorkbookContext): Promise<TableOutcome[]> {
  const { zip, book, limits, timezone } = context
  const outcomes: TableOutcome[] = []
  const waiting = [...plan.tables]
  const openNext = async () => {
    const table = waiting.shift()
    return table && (await TableWriter.open(table, context))
  }
  /** The table to write next; undefined when all are written. */
  let current = await openNext()

  /**
   * Writes a sheet: tables until none is left or it is full. `current` is then continued on the next sheet.
   */
  async function writeSheet(name: string, charts: readonly ChartPlan[]): Promise<void> {
    const record = addSheet(book, name)
    const widths = sheetWidths(current, waiting, timezone)
    const chartRows = charts.length * rowsCovered(chartSize.height)
    const isAbove = chartRows > 0 && widths.reduce((sum, width) => sum + width, 0) > maxWidthBesideChart
    await zip.add(sheetPath(record.number), async file => {
      const frozenRows = current && !isAbove ? 1 : 0
      const sheet = new Sheet(file, { widths, frozenRows, orientation: 'landscape', isFront: false })
      if (isAbove) sheet.row += chartRows
      if (!current) await sheet.writeRow([{ value: plan.notice, style: 'notice' }])
      for (;;) {
        const isComplete = current === undefined || (await current.writeTo(sheet, name))
        if (current === undefined || !isComplete) break
        await current.close()
        if (current.outcome) outcomes.push(current.outcome)
        current = await openNext()
        if (current === undefined) break
        // Starts one empty row below the previous table, or below the charts beside it.
        sheet.row += Math.max(1, chartRows + 2 - sheet.row)
        if (sheet.row + minTableRows > limits.rows) break
        await sheet.writeRow([{ value: current.table.title, style: 'heading' }])
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

const maxNameLength = 31

/**
 * Makes sheet names that Excel accepts: at most 31 UTF-16 units, without []:*?/\ and control characters, no
 * apostrophe at either end, not "History", unique in the workbook without regard to case.
 */
export function sheetNames(): (wanted: string) => string {
  // Reserved by Excel.
  const taken = new Set(['history'])
  return wanted => {
    const base = legal(wanted) || 'Sheet'
    let name = shortened(base, maxNameLength)
    for (let copy = 2; taken.has(name.toLowerCase()); copy++) {
      const suffix = ` (${copy})`
      name = shortened(base, maxNameLength - suffix.length) + suffix
    }
    taken.add(name.toLowerCase())
    return name
  }
}

/** Replaces characters that Excel does not accept in the name of a sheet. */
function legal(wanted: string): string {
  return trimmed(
    wanted
      .toWellFormed()
      .replace(/[[\]:*?/\\]/g, '-')
      // "_x000D_": some parts of a workbook interpret it as an escaped character, others do not.
      .replace(/_(?=x[0-9a-f]{4}_)/gi, '-')
      .replace(/[\p{Cc}\p{Cf}\u2028\u2029\ufffd-\uffff]/gu, ' ')
      .replace(/\s+/g, ' '),
  )
}

function shortened(name: string, length: number): string {
  if (name.length <= length) return name
  const start = name.slice(0, length - 1)
  return `${trimmed(start.isWellFormed() ? start : start.slice(0, -1))}…`
}

/** Without white space and apostrophes at both ends. */
function trimmed(name: string): string {
  return name.replace(/^[\s']+|[\s']+$/g, '')
}
