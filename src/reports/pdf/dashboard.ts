import type { ReportDocument, Section } from '../document.ts'
import { palette } from '../drawing/palette.ts'
import { clean } from '../print/clean.ts'
import { gridRows } from '../print/grid.ts'
import type { PrintedTable } from '../print/printed-table.ts'
import { printTables } from '../print/row-budget.ts'
import { caveatText, filterText, type Masthead, ownRange } from '../print/words.ts'
import { mostCut, type Written } from '../writer.ts'
import { type Panel, panelOf, writePanel } from './panel.ts'
import type { Paper, TextLook } from './paper.ts'
import { roomWanted, writeTable } from './table.ts'
import { writeTitle } from './title-block.ts'

/** Most rows of a table of one widget. */
const mostRows = 200
const gap = 10

/** All widgets: first their pictures as they stand on the dashboard, then the tables of each. */
export async function writeDashboard(
  paper: Paper,
  document: ReportDocument,
  masthead: Masthead,
  signal: AbortSignal,
): Promise<Written> {
  paper.turnPage('landscape')
  paper.pdf.outline.addItem('Overview')
  const tables = await printTables(document, mostRows, signal)
  const size = document.sections.length
  await writeTitle(paper, masthead.title, [
    masthead.range,
    `Dashboard with ${size} ${size === 1 ? 'widget' : 'widgets'}`,
  ])
  for (const row of gridRows(document.sections)) {
    signal.throwIfAborted()
    const room = paper.width - gap * (row.length - 1)
    const panels: { panel: Panel; x: number }[] = []
    for (const [index, { section, start, share }] of row.entries()) {
      const range = ownRange(section, masthead, document.timezone)
      const sheet = { width: room * share, range, zone: document.timezone }
      const panel = await panelOf(paper, section, tables.get(section) ?? [], sheet)
      panels.push({ panel, x: paper.left + start * room + index * gap })
    }
    const height = panels.reduce((most, { panel }) => Math.max(most, panel.height), 0)
    paper.ensure(height)
    for (const { panel, x } of panels) await writePanel(paper, panel, x, paper.y, height)
    paper.y += height + gap
  }
  return mostCut(await writeTables(paper, tables, masthead, document.timezone, signal))
}

const heading: TextLook = { size: 13, colour: palette.ink, weight: 'bold', lines: 2 }
const line: TextLook = { size: 8.5, colour: palette.inkSoft, lines: 3 }

async function writeTables(
  paper: Paper,
  tables: ReadonlyMap<Section, readonly PrintedTable[]>,
  masthead: Masthead,
  timezone: string,
  signal: AbortSignal,
): Promise<Written[]> {
  const outcomes: Written[] = []
  for (const [section, printed] of tables) {
    const [first] = printed
    if (first === undefined) continue
    if (outcomes.length === 0) paper.turnPage()
    else paper.ensure(roomWanted(first) + 36)
    await writeHeading(paper, section, ownRange(section, masthead, timezone))
    for (const table of printed) {
      await writeTable(paper, table, signal)
      outcomes.push(table.cappedFrom === undefined ? {} : { cappedFrom: table.cappedFrom })
    }
    paper.y += 6
  }
  return outcomes
}

async function writeHeading(paper: Paper, section: Section, range: string): Promise<void> {
  const title = clean(section.title)
  const lines = [range, filterText(section.filter), caveatText(section)].filter(text => text !== '')
  await paper.prepare('bold', [title])
  await paper.prepare('regular', lines)
  paper.pdf.outline.addItem(title)
  paper.y += paper.text(title, paper.left, paper.y, paper.width, heading) + 2
  for (const text of lines) paper.y += paper.text(text, paper.left, paper.y, paper.width, line) + 1
  paper.y += 7
}
