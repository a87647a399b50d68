import { maxPrintedRows } from '../../schema/export-format.ts'
import type { ReportDocument } from '../document.ts'
import { caveatText, type DocumentHead, failureText, filterText, rangeText } from '../print/captions.ts'
import { clean } from '../print/clean.ts'
import { printTables } from '../print/row-budget.ts'
import { largestCut } from '../writer.ts'
import type { Body } from './body.ts'
import { pageSize } from './page-size.ts'
import { type Block, figureBlocks, pictureBlocks, tableBlocks } from './parts.ts'
import { wantsLandscape } from './table.ts'
import { paragraph } from './text.ts'

/** Answers by themselves, one after the other: head, figures, chart, tables. */
export async function queryBody(
  document: ReportDocument,
  masthead: DocumentHead,
  signal: AbortSignal,
): Promise<Body> {
  const tables = await printTables(document, maxPrintedRows, signal)
  const all = [...tables.values()].flat()
  const landscape = all.some(table => wantsLandscape(table, pageSize(false).room))
  const { room } = pageSize(landscape)
  const blocks: Block[] = [paragraph(masthead.title, 'Title')]
  for (const [section, printed] of tables) {
    signal.throwIfAborted()
    if (document.sections.length > 1) blocks.push(paragraph(clean(section.title), 'Heading1'))
    const lines = [rangeText(section, document.timezone), filterText(section.filter), caveatText(section)]
    blocks.push(...lines.filter(line => line !== '').map(line => paragraph(line, 'Lead')))
    const absence = failureText(section)
    if (absence !== undefined) blocks.push(paragraph(absence, 'Failure'))
    blocks.push(paragraph('', 'FigureName'), ...figureBlocks(section, room, document.timezone))
    blocks.push(...(await pictureBlocks(section, room, 150, document.timezone)))
    for (const table of printed) blocks.push(...tableBlocks(table, room))
  }
  return {
    landscape,
    blocks,
    written: largestCut(all.map(({ cappedFrom }) => (cappedFrom === undefined ? {} : { cappedFrom }))),
  }
}
