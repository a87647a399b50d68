import { PageBreak, Paragraph } from 'docx'
import type { ReportDocument, Section } from '../document.ts'
import {
  caveatText,
  type DocumentHead,
  failureText,
  filterText,
  nothingToShow,
  ownRange,
} from '../print/captions.ts'
import { figureText } from '../print/cell-text.ts'
import { clean } from '../print/clean.ts'
import { excerptOf } from '../print/excerpt.ts'
import { gridRows } from '../print/grid.ts'
import type { PrintedTable } from '../print/printed-table.ts'
import { printTables } from '../print/row-budget.ts'
import { largestCut, type WriteOutcome } from '../writer.ts'
import type { Body } from './body.ts'
import { pageSize } from './page-size.ts'
import { type Block, pictureBlocks, tableBlocks } from './parts.ts'
import { oneLineTable, sideBySide } from './table.ts'
import { paragraph } from './text.ts'

/** Most rows of a table of one widget. */
const maxTableRows = 200
/** Of a cell, on both sides together, in points. */
const padding = 12

/** All widgets: first their pictures as they stand on the dashboard, then the tables of each. */
export async function dashboardBody(
  document: ReportDocument,
  masthead: DocumentHead,
  signal: AbortSignal,
): Promise<Body> {
  const { sections, timezone } = document
  const { room } = pageSize(true)
  const tables = await printTables(document, maxTableRows, signal)
  const size = `Dashboard with ${sections.length} ${sections.length === 1 ? 'widget' : 'widgets'}`
  const blocks: Block[] = [
    paragraph(masthead.title, 'Title'),
    ...[masthead.range, size].filter(line => line !== '').map(line => paragraph(line, 'Lead')),
  ]
  for (const row of gridRows(sections)) {
    signal.throwIfAborted()
    const cells = []
    for (const { section, share } of row) {
      const range = ownRange(section, masthead, timezone)
      cells.push({
        width: room * share,
        children: await panel(section, tables.get(section) ?? [], {
          room: room * share - padding,
          range,
          zone: timezone,
        }),
      })
    }
    blocks.push(paragraph('', 'FigureName'), sideBySide(cells, undefined))
  }
  const outcomes: WriteOutcome[] = []
  for (const [section, printed] of tables) {
    if (printed.length === 0) continue
    if (outcomes.length === 0) blocks.push(new Paragraph({ children: [new PageBreak()] }))
    blocks.push(paragraph(clean(section.title), 'Heading1'))
    const lines = [ownRange(section, masthead, timezone), filterText(section.filter), caveatText(section)]
    blocks.push(...lines.filter(line => line !== '').map(line => paragraph(line, 'Lead')))
    for (const table of printed) {
      outcomes.push(table.cappedFrom === undefined ? {} : { cappedFrom: table.cappedFrom })
      blocks.push(...tableBlocks(table, room))
    }
  }
  return { landscape: true, blocks, written: largestCut(outcomes) }
}

/** Title, filter, figures and picture of a widget, or the first rows of what has no picture. */
async function panel(
  section: Section,
  tables: readonly PrintedTable[],
  { room, range, zone }: { room: number; range: string; zone: string },
): Promise<Block[]> {
  const figures = section.figures
    .map(({ title, value, kind }) => `${clean(title)} ${figureText(value, kind, zone)}`)
    .join('   ·   ')
  const absence = failureText(section)
  const pictures = await pictureBlocks(section, room, 112, zone)
  const table = pictures.length > 0 ? undefined : tables.find(({ rows }) => rows.length > 0)
  const instead = pictures.length > 0 || table || absence !== undefined ? '' : nothingToShow
  const told = [range, filterText(section.filter), caveatText(section), figures, instead]
  return [
    paragraph(clean(section.title), 'PanelTitle'),
    ...told.filter(line => line !== '').map(line => paragraph(line, 'FigureName')),
    ...(absence === undefined ? [] : [paragraph(absence, 'Failure')]),
    ...pictures,
    ...(table ? excerptBlocks(table, room) : []),
  ]
}

function excerptBlocks(table: PrintedTable, room: number): Block[] {
  const excerpt = excerptOf(table, room)
  // A cell ends with a paragraph.
  return [oneLineTable(excerpt.table, room), paragraph(excerpt.note, 'FigureName')]
}
