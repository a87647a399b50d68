import { PageBreak, Paragraph } from 'docx'
import type { ReportDocument, Section } from '../document.ts'
import { figureText } from '../print/cell-text.ts'
import { clean } from '../print/clean.ts'
import { gridRows } from '../print/grid.ts'
import { tablePrinter } from '../print/row-budget.ts'
import { absenceText, caveatText, filterText, type Masthead, ownRange } from '../print/words.ts'
import { mostCut, type Written } from '../writer.ts'
import type { Body } from './body.ts'
import { sheet } from './page.ts'
import { type Block, pictureBlocks, tableBlocks } from './parts.ts'
import { sideBySide } from './table.ts'
import { paragraph } from './text.ts'

/** Most rows of a table of one widget. */
const mostRows = 200
/** Of a cell, on both sides together, in points. */
const padding = 12

/** All widgets: first their pictures as they stand on the dashboard, then the tables of each. */
export async function dashboardBody(
  document: ReportDocument,
  masthead: Masthead,
  signal: AbortSignal,
): Promise<Body> {
  const { sections, timezone } = document
  const { room } = sheet(true)
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
        children: await panel(section, room * share - padding, range, timezone),
      })
    }
    blocks.push(paragraph('', 'FigureName'), sideBySide(cells, undefined))
  }
  const print = tablePrinter(document, mostRows, signal)
  const outcomes: Written[] = []
  const told = sections.filter(section => absenceText(section) === undefined && section.tables.length > 0)
  for (const [index, section] of told.entries()) {
    if (index === 0) blocks.push(new Paragraph({ children: [new PageBreak()] }))
    blocks.push(paragraph(clean(section.title), 'Heading1'))
    const lines = [ownRange(section, masthead, timezone), filterText(section.filter), caveatText(section)]
    blocks.push(...lines.filter(line => line !== '').map(line => paragraph(line, 'Lead')))
    for (const table of section.tables) {
      const printed = await print(table, section)
      outcomes.push(printed.cappedFrom === undefined ? {} : { cappedFrom: printed.cappedFrom })
      blocks.push(...tableBlocks(printed, room))
    }
  }
  return { wide: true, blocks, written: mostCut(outcomes) }
}

/** Title, filter, figures and picture of a widget. */
async function panel(section: Section, room: number, range: string, zone: string): Promise<Block[]> {
  const figures = section.figures
    .map(({ title, value, kind }) => `${clean(title)} ${figureText(value, kind, zone)}`)
    .join('   ·   ')
  const lines = [range, filterText(section.filter), caveatText(section), figures].filter(line => line !== '')
  const absence = absenceText(section)
  return [
    paragraph(clean(section.title), 'PanelTitle'),
    ...lines.map(line => paragraph(line, 'FigureName')),
    ...(absence === undefined ? [] : [paragraph(absence, 'Failure')]),
    ...(await pictureBlocks(section, room, 112, zone)),
  ]
}
