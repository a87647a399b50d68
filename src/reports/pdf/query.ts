import { maxPrintedRows } from '../../schema/export-format.ts'
import type { ReportDocument, Section } from '../document.ts'
import { drawingOf } from '../drawing/drawing-of.ts'
import { clean } from '../print/clean.ts'
import type { PrintedTable } from '../print/printed-table.ts'
import { tablePrinter } from '../print/row-budget.ts'
import { absenceText, caveatText, filterText, type Masthead, rangeText } from '../print/words.ts'
import { mostCut, type Written } from '../writer.ts'
import { writeFigures } from './figures.ts'
import { margin, type Paper } from './paper.ts'
import { drawPicture, pixel } from './picture.ts'
import { wantsWidePaper, writeTable } from './table.ts'
import { writeNotice, writeTitle } from './title-block.ts'

/** Room between the margins of an upright A4 page. */
const narrowRoom = 595.28 - margin.side * 2

/** Answers by themselves, one after the other: head, figures, chart, tables. */
export async function writeQuery(
  paper: Paper,
  document: ReportDocument,
  masthead: Masthead,
  signal: AbortSignal,
): Promise<Written> {
  const outcomes: Written[] = []
  const print = tablePrinter(document, maxPrintedRows, signal)
  for (const [index, section] of document.sections.entries()) {
    const title = index === 0 ? masthead.title : clean(section.title)
    const tables: PrintedTable[] = []
    for (const table of section.tables) tables.push(await print(table, section))
    outcomes.push(...(await writeSection(paper, { document, section, title, tables }, signal)))
  }
  if (document.sections.length === 0) paper.turnPage()
  return mostCut(outcomes)
}

interface Part {
  document: ReportDocument
  section: Section
  title: string
  tables: readonly PrintedTable[]
}

async function writeSection(
  paper: Paper,
  { document, section, title, tables }: Part,
  signal: AbortSignal,
): Promise<Written[]> {
  const { timezone } = document
  let wide = false
  for (const table of tables) wide ||= await wantsWidePaper(paper, table, narrowRoom)
  paper.turnPage(wide ? 'landscape' : 'portrait')
  paper.pdf.outline.addItem(title)
  await writeTitle(paper, title, [
    rangeText(section, timezone),
    filterText(section.filter),
    caveatText(section),
  ])
  const at = () => ({ x: paper.left, y: paper.y, width: paper.width })
  const absence = absenceText(section)
  if (absence !== undefined) paper.y += (await writeNotice(paper, absence, at())) + 14
  if (section.figures.length > 0) paper.y += (await writeFigures(paper, section.figures, at(), timezone)) + 16
  const drawing = drawingOf(section, { width: paper.width / pixel, height: 210, zone: timezone })
  if (drawing) {
    paper.ensure(drawing.height * pixel)
    await drawPicture(paper, drawing, paper.left, paper.y)
    paper.y += drawing.height * pixel + 20
  }
  for (const table of tables) await writeTable(paper, table, signal)
  return tables.map(({ cappedFrom }) => (cappedFrom === undefined ? {} : { cappedFrom }))
}
