import { maxSheetRows } from '../../schema/reports/export-format.ts'
import type { ReportDocument, Section } from '../document/document.ts'
import type { Output } from '../document/job.ts'
import { largestCut, type WriteOutcome, type Writer } from '../document/writer.ts'
import { type Zip, zipInto } from '../zip/zip.ts'
import { chartsOf } from './chart-plan.ts'
import { chartXml } from './chart-xml.ts'
import { drawingXml } from './drawing-xml.ts'
import { failureText, frontWidths, type WrittenSection, writeOverview, writeSummary } from './front-sheet.ts'
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
import { sheetNames } from './sheet-names.ts'
import { stylesXml } from './styles.ts'
import { type WorkbookContext, writeTables } from './table-sheets.ts'
import type { SheetLimits } from './table-writer.ts'
import { addSheet, placeCharts, type Workbook, type WorkbookSheet } from './workbook.ts'

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

/** All tables of a widget below each other, with the charts beside them. */
async function widgetSheets(section: Section, context: WorkbookContext): Promise<WrittenSection> {
  const name = context.book.nameSheet(section.title || 'Untitled')
  const notice = section.failure ? failureText(section.failure) : 'There is nothing to show.'
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
