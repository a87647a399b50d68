import { maxPrintedRows } from '../../schema/reports/export-format.ts'
import type { ReportDocument } from '../document/document.ts'
import { largestCut, type WriteOutcome } from '../document/writer.ts'
import { drawAnswer } from '../drawing/drawing-of.ts'
import { type DocumentHead, failureText, rangeText, sectionLines } from '../print/captions.ts'
import { clean } from '../print/clean.ts'
import { printTables } from '../print/row-budget.ts'
import { writeFigures } from './figures.ts'
import { margin, type PageWriter } from './page-writer.ts'
import { drawPicture, pointsPerPixel } from './picture.ts'
import { wantsLandscape, writeTable } from './table.ts'
import { writeNotice, writeTitle } from './title-block.ts'

/** Between the margins of A4. */
const portraitWidth = 595.28 - margin.side * 2

/** One section after the other: title, figures, chart, tables. */
export async function writeQuery(
  page: PageWriter,
  document: ReportDocument,
  head: DocumentHead,
  signal: AbortSignal,
): Promise<WriteOutcome> {
  const tables = await printTables(document, () => maxPrintedRows, signal)
  const { sections, timezone } = document
  if (sections.length === 0) page.startPage()
  const at = () => ({ x: page.left, y: page.y, width: page.width })
  for (const [index, section] of sections.entries()) {
    const title = index === 0 ? head.title : clean(section.title)
    const printed = tables.get(section) ?? []
    let isWide = false
    for (const table of printed) isWide ||= await wantsLandscape(page, table, portraitWidth)
    page.startPage(isWide ? 'landscape' : 'portrait')
    page.pdf.outline.addItem(title)
    await writeTitle(page, title, sectionLines(rangeText(section, timezone), section))
    const failure = failureText(section)
    if (failure !== undefined) page.y += (await writeNotice(page, failure, at())) + 14
    if (section.figures.length > 0) page.y += (await writeFigures(page, section.figures, at(), timezone)) + 16
    const drawing = drawAnswer(section, { width: page.width / pointsPerPixel, height: 210, zone: timezone })
    if (drawing) {
      page.ensureHeight(drawing.height * pointsPerPixel)
      await drawPicture(page, drawing, page.left, page.y)
      page.y += drawing.height * pointsPerPixel + 20
    }
    for (const table of printed) await writeTable(page, table, signal)
  }
  return largestCut([...tables.values()].flat())
}
