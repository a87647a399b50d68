import type { ReportDocument, Section } from '../document/document.ts'
import { largestCut, type WriteOutcome } from '../document/writer.ts'
import { palette } from '../drawing/palette.ts'
import { type DocumentHead, dashboardLines, ownRange, sectionLines } from '../print/captions.ts'
import { clean } from '../print/clean.ts'
import { gridRows } from '../print/grid.ts'
import type { PrintedTable } from '../print/printed-table.ts'
import { printTables, widgetRows } from '../print/row-budget.ts'
import type { PageWriter, TextStyle } from './page-writer.ts'
import { type Panel, panelOf, writePanel } from './panel.ts'
import { wantedHeight, writeTable } from './table.ts'
import { writeTitle } from './title-block.ts'

const gap = 10

/** The panels of all widgets in the grid of the dashboard, then the widgets' tables. */
export async function writeDashboard(
  page: PageWriter,
  document: ReportDocument,
  head: DocumentHead,
  signal: AbortSignal,
): Promise<WriteOutcome> {
  page.startPage('landscape')
  page.pdf.outline.addItem('Overview')
  const tables = await printTables(document, widgetRows, signal)
  await writeTitle(page, head.title, dashboardLines(document, head))
  for (const row of gridRows(document.sections)) {
    signal.throwIfAborted()
    const maxWidth = page.width - gap * (row.length - 1)
    const panels: { panel: Panel; x: number }[] = []
    for (const [index, { section, start, share }] of row.entries()) {
      const range = ownRange(section, head, document.timezone)
      const options = { width: maxWidth * share, range, zone: document.timezone }
      const panel = await panelOf(page, section, tables.get(section) ?? [], options)
      panels.push({ panel, x: page.left + start * maxWidth + index * gap })
    }
    const height = panels.reduce((max, { panel }) => Math.max(max, panel.height), 0)
    page.ensureHeight(height)
    for (const { panel, x } of panels) await writePanel(page, panel, x, page.y, height)
    page.y += height + gap
  }
  await writeTables(page, tables, head, document.timezone, signal)
  return largestCut([...tables.values()].flat())
}

const headingStyle: TextStyle = { size: 13, colour: palette.ink, weight: 'bold', lines: 2 }
const lineStyle: TextStyle = { size: 8.5, colour: palette.inkSoft, lines: 3 }

async function writeTables(
  page: PageWriter,
  tables: ReadonlyMap<Section, readonly PrintedTable[]>,
  head: DocumentHead,
  timezone: string,
  signal: AbortSignal,
): Promise<void> {
  let isFirst = true
  for (const [section, printed] of tables) {
    const [first] = printed
    if (first === undefined) continue
    if (isFirst) page.startPage()
    else page.ensureHeight(wantedHeight(first) + 36)
    isFirst = false
    await writeHeading(page, section, ownRange(section, head, timezone))
    for (const table of printed) await writeTable(page, table, signal)
    page.y += 6
  }
}

async function writeHeading(page: PageWriter, section: Section, range: string): Promise<void> {
  const title = clean(section.title)
  const lines = sectionLines(range, section)
  await page.prepare('bold', [title])
  await page.prepare('regular', lines)
  page.pdf.outline.addItem(title)
  page.y += page.text(title, page.left, page.y, page.width, headingStyle) + 2
  for (const text of lines) page.y += page.text(text, page.left, page.y, page.width, lineStyle) + 1
  page.y += 7
}
