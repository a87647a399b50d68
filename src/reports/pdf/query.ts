import { maxPrintedRows } from '../../schema/export-format.ts'
import type { ReportDocument, Section } from '../document.ts'
import { drawAnswer } from '../drawing/drawing-of.ts'
import { caveatText, type DocumentHead, failureText, filterText, rangeText } from '../print/captions.ts'
import { clean } from '../print/clean.ts'
import type { PrintedTable } from '../print/printed-table.ts'
import { tablePrinter } from '../print/row-budget.ts'
import { largestCut, type WriteOutcome } from '../writer.ts'
import { writeFigures } from './figures.ts'
import { margin, type PageWriter } from './page-writer.ts'
import { drawPicture, pointsPerPixel } from './picture.ts'
import { wantsLandscape, writeTable } from './table.ts'
import { writeNotice, writeTitle } from './title-block.ts'

/** Room between the margins of an upright A4 page. */
const portraitWidth = 595.28 - margin.side * 2

/** Answers by themselves, one after the other: head, figures, chart, tables. */
export async function writeQuery(
  page: PageWriter,
  document: ReportDocument,
  masthead: DocumentHead,
  signal: AbortSignal,
): Promise<WriteOutcome> {
  const outcomes: WriteOutcome[] = []
  const print = tablePrinter(document, maxPrintedRows, signal)
  for (const [index, section] of document.sections.entries()) {
    const title = index === 0 ? masthead.title : clean(section.title)
    const tables: PrintedTable[] = []
    for (const table of section.tables) tables.push(await print(table, section))
    outcomes.push(...(await writeSection(page, { document, section, title, tables }, signal)))
  }
  if (document.sections.length === 0) page.startPage()
  return largestCut(outcomes)
}

interface Part {
  document: ReportDocument
  section: Section
  title: string
  tables: readonly PrintedTable[]
}

async function writeSection(
  page: PageWriter,
  { document, section, title, tables }: Part,
  signal: AbortSignal,
): Promise<WriteOutcome[]> {
  const { timezone } = document
  let wide = false
  for (const table of tables) wide ||= await wantsLandscape(page, table, portraitWidth)
  page.startPage(wide ? 'landscape' : 'portrait')
  page.pdf.outline.addItem(title)
  await writeTitle(page, title, [
    rangeText(section, timezone),
    filterText(section.filter),
    caveatText(section),
  ])
  const at = () => ({ x: page.left, y: page.y, width: page.width })
  const absence = failureText(section)
  if (absence !== undefined) page.y += (await writeNotice(page, absence, at())) + 14
  if (section.figures.length > 0) page.y += (await writeFigures(page, section.figures, at(), timezone)) + 16
  const drawing = drawAnswer(section, { width: page.width / pointsPerPixel, height: 210, zone: timezone })
  if (drawing) {
    page.ensureHeight(drawing.height * pointsPerPixel)
    await drawPicture(page, drawing, page.left, page.y)
    page.y += drawing.height * pointsPerPixel + 20
  }
  for (const table of tables) await writeTable(page, table, signal)
  return tables.map(({ cappedFrom }) => (cappedFrom === undefined ? {} : { cappedFrom }))
}
