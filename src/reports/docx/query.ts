import { maxPrintedRows } from '../../schema/export-format.ts'
import type { ReportDocument } from '../document.ts'
import { clean } from '../print/clean.ts'
import { printTables } from '../print/row-budget.ts'
import { absenceText, caveatText, filterText, type Masthead, rangeText } from '../print/words.ts'
import { mostCut } from '../writer.ts'
import type { Body } from './body.ts'
import { sheet } from './page.ts'
import { type Block, figureBlocks, pictureBlocks, tableBlocks } from './parts.ts'
import { wantsWidePaper } from './table.ts'
import { paragraph } from './text.ts'

/** Answers by themselves, one after the other: head, figures, chart, tables. */
export async function queryBody(
  document: ReportDocument,
  masthead: Masthead,
  signal: AbortSignal,
): Promise<Body> {
  const tables = await printTables(document, maxPrintedRows, signal)
  const all = [...tables.values()].flat()
  const wide = all.some(table => wantsWidePaper(table, sheet(false).room))
  const { room } = sheet(wide)
  const blocks: Block[] = [paragraph(masthead.title, 'Title')]
  for (const [section, printed] of tables) {
    signal.throwIfAborted()
    if (document.sections.length > 1) blocks.push(paragraph(clean(section.title), 'Heading1'))
    const lines = [rangeText(section, document.timezone), filterText(section.filter), caveatText(section)]
    blocks.push(...lines.filter(line => line !== '').map(line => paragraph(line, 'Lead')))
    const absence = absenceText(section)
    if (absence !== undefined) blocks.push(paragraph(absence, 'Failure'))
    blocks.push(paragraph('', 'FigureName'), ...figureBlocks(section, room, document.timezone))
    blocks.push(...(await pictureBlocks(section, room, 150, document.timezone)))
    for (const table of printed) blocks.push(...tableBlocks(table, room))
  }
  return {
    wide,
    blocks,
    written: mostCut(all.map(({ cappedFrom }) => (cappedFrom === undefined ? {} : { cappedFrom }))),
  }
}
