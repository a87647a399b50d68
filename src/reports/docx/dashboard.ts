import { PageBreak, Paragraph } from 'docx'
import type { ReportDocument } from '../document/document.ts'
import { largestCut } from '../document/writer.ts'
import { type DocumentHead, dashboardLines, ownRange, sectionLines } from '../print/captions.ts'
import { clean } from '../print/clean.ts'
import { gridRows } from '../print/grid.ts'
import { type PanelContent, panelContent } from '../print/panel-content.ts'
import { printTables, widgetRows } from '../print/row-budget.ts'
import { pageSize } from './page-size.ts'
import { type Block, type Body, chartSize, tableBlocks } from './parts.ts'
import { picture } from './picture.ts'
import { oneLineTable, sideBySide } from './table.ts'
import { paragraph } from './text.ts'

/** Left and right padding of a cell, summed. */
const paddingPoints = 12
const chartHeightPoints = 112

/** The panels of all widgets in the grid of the dashboard, then the widgets' tables. */
export async function dashboardBody(
  document: ReportDocument,
  head: DocumentHead,
  signal: AbortSignal,
): Promise<Body> {
  const { sections, timezone } = document
  const { maxWidth } = pageSize(true)
  const tables = await printTables(document, widgetRows, signal)
  const blocks: Block[] = [
    paragraph(head.title, 'Title'),
    ...dashboardLines(document, head).map(line => paragraph(line, 'Lead')),
  ]
  for (const row of gridRows(sections)) {
    signal.throwIfAborted()
    const cells = []
    for (const { section, share } of row) {
      const width = maxWidth * share
      const content = panelContent(section, tables.get(section) ?? [], {
        width: width - paddingPoints,
        chart: chartSize(width - paddingPoints, chartHeightPoints),
        range: ownRange(section, head, timezone),
        zone: timezone,
      })
      cells.push({ width, children: await panelBlocks(content, width - paddingPoints) })
    }
    blocks.push(paragraph('', 'FigureName'), sideBySide(cells, undefined))
  }
  const withTables = [...tables].filter(([, sectionTables]) => sectionTables.length > 0)
  if (withTables.length > 0) blocks.push(new Paragraph({ children: [new PageBreak()] }))
  for (const [section, sectionTables] of withTables) {
    const lines = sectionLines(ownRange(section, head, timezone), section)
    blocks.push(paragraph(clean(section.title), 'Heading1'), ...lines.map(line => paragraph(line, 'Lead')))
    for (const table of sectionTables) blocks.push(...tableBlocks(table, maxWidth))
  }
  return { landscape: true, blocks, written: largestCut([...tables.values()].flat()) }
}

/** The panel of a widget, `maxWidth` points wide. */
async function panelBlocks(
  { title, lines, failure, drawing, excerpt }: PanelContent,
  maxWidth: number,
): Promise<Block[]> {
  return [
    paragraph(title, 'PanelTitle'),
    ...lines.map(line => paragraph(line, 'FigureName')),
    ...(failure === undefined ? [] : [paragraph(failure, 'Failure')]),
    ...(drawing ? [await picture(drawing)] : []),
    // Word requires a paragraph at the end of a cell.
    ...(excerpt ? [oneLineTable(excerpt.table, maxWidth), paragraph(excerpt.note, 'FigureName')] : []),
  ]
}
