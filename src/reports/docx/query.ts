import { maxPrintedRows } from '../../schema/reports/export-format.ts'
import type { ReportDocument } from '../document/document.ts'
import { largestCut } from '../document/writer.ts'
import { drawAnswer } from '../drawing/drawing-of.ts'
import { type DocumentHead, failureText, rangeText, sectionLines } from '../print/captions.ts'
import { clean } from '../print/clean.ts'
import { printTables } from '../print/row-budget.ts'
import { pageSize } from './page-size.ts'
import { type Block, type Body, chartSize, figureBlocks, tableBlocks } from './parts.ts'
import { picture } from './picture.ts'
import { wantsLandscape } from './table.ts'
import { paragraph } from './text.ts'

/** One section after the other: title, figures, chart, tables. */
export async function queryBody(
  document: ReportDocument,
  head: DocumentHead,
  signal: AbortSignal,
): Promise<Body> {
  const { timezone: zone } = document
  const tables = await printTables(document, () => maxPrintedRows, signal)
  const all = [...tables.values()].flat()
  const landscape = all.some(table => wantsLandscape(table, pageSize(false).maxWidth))
  const { maxWidth } = pageSize(landscape)
  const blocks: Block[] = [paragraph(head.title, 'Title')]
  for (const [section, printed] of tables) {
    signal.throwIfAborted()
    if (document.sections.length > 1) blocks.push(paragraph(clean(section.title), 'Heading1'))
    const lines = sectionLines(rangeText(section, zone), section)
    blocks.push(...lines.map(line => paragraph(line, 'Lead')))
    const failure = failureText(section)
    if (failure !== undefined) blocks.push(paragraph(failure, 'Failure'))
    blocks.push(paragraph('', 'FigureName'), ...figureBlocks(section, maxWidth, zone))
    const drawing = drawAnswer(section, { ...chartSize(maxWidth, 150), zone })
    if (drawing) blocks.push(await picture(drawing))
    for (const table of printed) blocks.push(...tableBlocks(table, maxWidth))
  }
  return { landscape, blocks, written: largestCut(all) }
}
