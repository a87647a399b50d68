import type { ReportDocument, Section } from '../document.ts'
import { palette } from '../drawing/palette.ts'
import { caveatText, type DocumentHead, filterText, ownRange } from '../print/captions.ts'
import { clean } from '../print/clean.ts'
import { gridRows } from '../print/grid.ts'
import type { PrintedTable } from '../print/printed-table.ts'
import { printTables } from '../print/row-budget.ts'
import { largestCut, type WriteOutcome } from '../writer.ts'
import type { PageWriter, TextStyle } from './page-writer.ts'
import { type Panel, panelOf, writePanel } from './panel.ts'
import { wantedHeight, writeTable } from './table.ts'
import { writeTitle } from './title-block.ts'

/** Most rows of a table of one widget. */
const maxTableRows = 200
const gap = 10

/** All widgets: first their pictures as they stand on the dashboard, then the tables of each. */
export async function writeDashboard(
  page: PageWriter,
  document: ReportDocument,
  masthead: DocumentHead,
  signal: AbortSignal,
): Promise<WriteOutcome> {
  page.startPage('landscape')
  page.pdf.outline.addItem('Overview')
  const tables = await printTables(document, maxTableRows, signal)
  const size = document.sections.length
  await writeTitle(page, masthead.title, [
    masthead.range,
    `Dashboard with ${size} ${size === 1 ? 'widget' : 'widgets'}`,
  ])
  for (const row of gridRows(document.sections)) {
    signal.throwIfAborted()
    const room = page.width - gap * (row.length - 1)
    const panels: { panel: Panel; x: number }[] = []
    for (const [index, { section, start, share }] of row.entries()) {
      const range = ownRange(section, masthead, document.timezone)
      const sheet = { width: room * share, range, zone: document.timezone }
      const panel = await panelOf(page, section, tables.get(section) ?? [], sheet)
      panels.push({ panel, x: page.left + start * room + index * gap })
    }
    const height = panels.reduce((most, { panel }) => Math.max(most, panel.height), 0)
    page.ensureHeight(height)
    for (const { panel, x } of panels) await writePanel(page, panel, x, page.y, height)
    page.y += height + gap
  }
  return largestCut(await writeTables(page, tables, masthead, document.timezone, signal))
}

const headingStyle: TextStyle = { size: 13, colour: palette.ink, weight: 'bold', lines: 2 }
const lineStyle: TextStyle = { size: 8.5, colour: palette.inkSoft, lines: 3 }

async function writeTables(
  page: PageWriter,
  tables: ReadonlyMap<Section, readonly PrintedTable[]>,
  masthead: DocumentHead,
  timezone: string,
  signal: AbortSignal,
): Promise<WriteOutcome[]> {
  const outcomes: WriteOutcome[] = []
  for (const [section, printed] of tables) {
    const [first] = printed
    if (first === undefined) continue
    if (outcomes.length === 0) page.startPage()
    else page.ensureHeight(wantedHeight(first) + 36)
    await writeHeading(page, section, ownRange(section, masthead, timezone))
    for (const table of printed) {
      await writeTable(page, table, signal)
      outcomes.push(table.cappedFrom === undefined ? {} : { cappedFrom: table.cappedFrom })
    }
    page.y += 6
  }
  return outcomes
}

async function writeHeading(page: PageWriter, section: Section, range: string): Promise<void> {
  const title = clean(section.title)
  const lines = [range, filterText(section.filter), caveatText(section)].filter(text => text !== '')
  await page.prepare('bold', [title])
  await page.prepare('regular', lines)
  page.pdf.outline.addItem(title)
  page.y += page.text(title, page.left, page.y, page.width, headingStyle) + 2
  for (const text of lines) page.y += page.text(text, page.left, page.y, page.width, lineStyle) + 1
  page.y += 7
}
