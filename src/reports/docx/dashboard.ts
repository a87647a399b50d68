import { PageBreak, Paragraph } from 'docx'
import type { ReportDocument } from '../document.ts'
import { type DocumentHead, dashboardLines, ownRange, sectionLines } from '../print/captions.ts'
import { clean } from '../print/clean.ts'
import { gridRows } from '../print/grid.ts'
import { type PanelContent, panelContent } from '../print/panel-content.ts'
import { maxWidgetRows, printTables } from '../print/row-budget.ts'
import { largestCut } from '../writer.ts'
import { pageSize } from './page-size.ts'
import { type Block, type Body, chartSize, tableBlocks } from './parts.ts'
import { picture } from './picture.ts'
import { oneLineTable, sideBySide } from './table.ts'
import { paragraph } from './text.ts'

/** Of both sides of a cell together, in points. */
const padding = 12

/** First the panels of all widgets in the grid of the dashboard, then their tables. */
export async function dashboardBody(
  document: ReportDocument,
  head: DocumentHead,
  signal: AbortSignal,
): Promise<Body> {
  const { sections, timezone } = document
  const { room } = pageSize(true)
  const tables = await printTables(document, maxWidgetRows, signal)
  const blocks: Block[] = [
    paragraph(head.title, 'Title'),
    ...dashboardLines(document, head).map(line => paragraph(line, 'Lead')),
  ]
  for (const row of gridRows(sections)) {
    signal.throwIfAborted()
    const cells = []
    for (const { section, share } of row) {
      const width = room * share
      const content = panelContent(section, tables.get(section) ?? [], {
        width: width - padding,
        chart: chartSize(width - padding, 112),
        range: ownRange(section, head, timezone),
        zone: timezone,
      })
      cells.push({ width, children: await panelBlocks(content, width - padding) })
    }
    blocks.push(paragraph('', 'FigureName'), sideBySide(cells, undefined))
  }
  const printed = [...tables].filter(([, of]) => of.length > 0)
  if (printed.length > 0) blocks.push(new Paragraph({ children: [new PageBreak()] }))
  for (const [section, of] of printed) {
    const lines = sectionLines(ownRange(section, head, timezone), section)
    blocks.push(paragraph(clean(section.title), 'Heading1'), ...lines.map(line => paragraph(line, 'Lead')))
    for (const table of of) blocks.push(...tableBlocks(table, room))
  }
  return { landscape: true, blocks, written: largestCut([...tables.values()].flat()) }
}

/** The panel of a widget, `room` points wide. */
async function panelBlocks(
  { title, lines, failure, drawing, excerpt }: PanelContent,
  room: number,
): Promise<Block[]> {
  return [
    paragraph(title, 'PanelTitle'),
    ...lines.map(line => paragraph(line, 'FigureName')),
    ...(failure === undefined ? [] : [paragraph(failure, 'Failure')]),
    ...(drawing ? [await picture(drawing)] : []),
    // A cell has to end with a paragraph.
    ...(excerpt ? [oneLineTable(excerpt.table, room), paragraph(excerpt.note, 'FigureName')] : []),
  ]
}
