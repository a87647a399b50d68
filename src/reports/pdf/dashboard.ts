import type { ReportDocument, Section } from '../document/document.ts'
import { largestCut, type WriteOutcome } from '../document/writer.ts'
import type { Drawing } from '../drawing/drawing.ts'
import { palette } from '../drawing/palette.ts'
import type { Paragraph } from '../fonts/lines.ts'
import { type DocumentHead, dashboardLines, ownRange, sectionLines } from '../print/captions.ts'
import { clean } from '../print/cell-text.ts'
import { gridRows } from '../print/grid.ts'
import { type PanelContent, panelContent } from '../print/panel-content.ts'
import type { PrintedTable } from '../print/printed-table.ts'
import { maxWidgetTableRows, printTables } from '../print/row-budget.ts'
import { fittingParts, layOutNote, type NotePart, writeNotePart } from './note.ts'
import { lineHeight, type PageWriter, type TextStyle } from './page-writer.ts'
import { drawPicture, pointsPerPixel } from './picture.ts'
import {
  type LaidOutRow,
  layOutHeader,
  layOutRow,
  layoutIn,
  prepareTable,
  rowBackground,
  type TableLayout,
  wantedHeight,
  writeRow,
  writeTable,
} from './table.ts'
import { writeTitle } from './title-block.ts'

/** Between panels, in points, as all lengths of this file. */
const gap = 10

/**
 * The panels of all widgets in the grid of the dashboard, then the tables and notes that have more than the
 * panels.
 */
export async function writeDashboard(
  page: PageWriter,
  document: ReportDocument,
  head: DocumentHead,
  signal: AbortSignal,
): Promise<WriteOutcome> {
  page.startPage('landscape')
  page.pdf.outline.addItem('Overview')
  const tables = await printTables(document, maxWidgetTableRows, signal)
  await writeTitle(page, head.title, dashboardLines(document, head))
  const following = new Map<Section, Following>()
  for (const row of gridRows(document.sections)) {
    signal.throwIfAborted()
    const maxWidth = page.width - gap * (row.length - 1)
    const panels: { panel: Panel; x: number }[] = []
    for (const [index, { section, start, share }] of row.entries()) {
      const range = ownRange(section, head, document.timezone)
      const options = { width: maxWidth * share, range, zone: document.timezone }
      const panel = await panelOf(page, section, tables.get(section) ?? [], options)
      panels.push({ panel, x: page.left + start * maxWidth + index * gap })
      following.set(section, { tables: panel.followingTables, note: panel.followingNote })
    }
    const height = panels.reduce((max, { panel }) => Math.max(max, panel.height), 0)
    const group = row[0]?.section.widget?.groupTitle
    page.ensureHeight(height + (group === undefined ? 0 : groupHeight))
    if (group !== undefined) await writeGroupTitle(page, clean(group))
    for (const { panel, x } of panels) {
      if (panel.title !== '' && panel.followingTables.length === 0) page.pdf.outline.addItem(panel.title)
      await writePanel(page, panel, x, page.y, height)
    }
    page.y += height + gap
  }
  await writeFollowing(page, following, head, document.timezone, signal)
  return largestCut([...tables.values()].flat())
}

/** Height of the title of a group of rows. */
const groupHeight = 26

/** Writes the title of a group of rows, above its first panels. */
async function writeGroupTitle(page: PageWriter, title: string): Promise<void> {
  await page.prepare('bold', [title])
  page.pdf.outline.addItem(title)
  page.text(title, page.left, page.y + 4, page.width, groupStyle)
  page.y += groupHeight
}

const groupStyle: TextStyle = { size: 12.5, colour: palette.ink, weight: 'bold' }
const headingStyle: TextStyle = { size: 13, colour: palette.ink, weight: 'bold', maxLines: 2 }
const lineStyle: TextStyle = { size: 8.5, colour: palette.inkSoft, maxLines: 3 }

/** Approximate height of the heading of a widget's tables. */
const headingHeight = 36

/** Content that follows the panels. */
interface Following {
  tables: readonly PrintedTable[]
  /** A note that the panel does not show completely. */
  note: string | undefined
}

/** Writes tables and long notes, after the panels, on pages of their own. */
async function writeFollowing(
  page: PageWriter,
  following: ReadonlyMap<Section, Following>,
  head: DocumentHead,
  timezone: string,
  signal: AbortSignal,
): Promise<void> {
  let isFirst = true
  for (const [section, { tables, note }] of following) {
    const [first] = tables
    if (first === undefined && note === undefined) continue
    if (isFirst) page.startPage()
    else page.ensureHeight(headingHeight + (first ? wantedHeight(first) : headingHeight))
    isFirst = false
    await writeHeading(page, section, ownRange(section, head, timezone))
    for (const part of note === undefined ? [] : await layOutNote(page, note, page.width)) {
      page.ensureHeight(part.height)
      page.y += writeNotePart(page, part, page.left, page.y, page.width)
    }
    for (const table of tables) await writeTable(page, table, signal)
    page.y += 6
  }
}

async function writeHeading(page: PageWriter, section: Section, range: string): Promise<void> {
  const title = clean(section.title) || untitledNote
  const lines = sectionLines(range, section)
  await page.prepare('bold', [title])
  await page.prepare('regular', lines)
  page.pdf.outline.addItem(title)
  page.y += page.text(title, page.left, page.y, page.width, headingStyle) + 2
  for (const text of lines) page.y += page.text(text, page.left, page.y, page.width, lineStyle) + 1
  page.y += 7
}

/** Between the frame of a panel and its content. */
const padding = 11
const titleStyle: TextStyle = { size: 10, colour: palette.ink, weight: 'bold', maxLines: 2 }
const panelLineStyle: TextStyle = { size: 7.8, colour: palette.inkSoft, maxLines: 2 }
const noteStyle: TextStyle = { size: 7.4, colour: palette.inkFaint, maxLines: 2 }
const failureStyle: TextStyle = { size: 8.4, colour: palette.error, maxLines: 5 }

/** Maximum points of a note in a panel. */
const maxNoteHeight = 330
/** The heading of a note without a title, where it follows the panels. */
const untitledNote = 'Note'
const longNoteHint = 'The whole text follows the charts.'

/** A laid-out panel. */
interface Panel extends Pick<PanelContent, 'title' | 'followingTables'> {
  width: number
  height: number
  parts: (
    | { text: Paragraph; style: TextStyle }
    | { drawing: Drawing }
    | { excerpt: PanelTable }
    | { note: readonly NotePart[] }
  )[]
  followingNote: string | undefined
}

/** Lays out the panel of a widget. `width` in points. */
async function panelOf(
  page: PageWriter,
  section: Section,
  tables: readonly PrintedTable[],
  { width, range, zone }: { width: number; range: string; zone: string },
): Promise<Panel> {
  const maxWidth = width - padding * 2
  const chart = { width: maxWidth / pointsPerPixel, height: 150 }
  const content = panelContent(section, tables, { width: maxWidth, chart, range, zone })
  const { title, lines, failure, note, drawing, excerpt, followingTables } = content
  await page.prepare('bold', [title])
  await page.prepare('regular', [...lines, failure ?? '', excerpt?.note ?? '', longNoteHint])
  const text = (value: string, style: TextStyle) => ({ text: page.layOut(value, maxWidth, style), style })
  const parts: Panel['parts'] = [
    ...(title === '' ? [] : [text(title, titleStyle)]),
    ...lines.map(line => text(line, panelLineStyle)),
  ]
  const noteParts = note === undefined ? [] : await layOutNote(page, note, maxWidth)
  const shownNote = fittingParts(noteParts, maxNoteHeight)
  const isCut = shownNote.length < noteParts.length
  if (shownNote.length > 0) parts.push({ note: shownNote })
  if (isCut) parts.push(text(longNoteHint, noteStyle))
  if (failure !== undefined) parts.push(text(failure, failureStyle))
  if (drawing) parts.push({ drawing })
  if (excerpt) {
    parts.push({ excerpt: await panelTable(page, excerpt.table, maxWidth) })
    if (excerpt.note !== '') parts.push(text(excerpt.note, noteStyle))
  }
  const height = parts.reduce((sum, part) => sum + heightOf(part), padding * 2 - 3)
  return { title, followingTables, followingNote: isCut ? note : undefined, width, parts, height }
}

/** Height of a part in points, with the space around it. */
function heightOf(part: Panel['parts'][number]): number {
  if ('drawing' in part) return part.drawing.height * pointsPerPixel + 8
  if ('excerpt' in part) return part.excerpt.height + 12
  if ('note' in part) return part.note.reduce((sum, { height }) => sum + height, 6)
  return part.text.lines.length * part.style.size * lineHeight + 3
}

/** Draws a panel in a frame of this height, which is at least the panel's own height. */
async function writePanel(
  page: PageWriter,
  panel: Panel,
  x: number,
  y: number,
  height: number,
): Promise<void> {
  page.pdf.roundedRect(x, y, panel.width, height, 5).lineWidth(0.7).stroke(palette.line)
  let top = y + padding
  for (const part of panel.parts) {
    if ('drawing' in part) await drawPicture(page, part.drawing, x + padding, top + 5)
    else if ('excerpt' in part) writePanelTable(page, part.excerpt, x + padding, top + 5)
    else if ('note' in part) writePanelNote(page, part.note, x + padding, top, panel.width - padding * 2)
    else page.write(part.text, x + padding, top, panel.width - padding * 2, part.style)
    top += heightOf(part)
  }
}

function writePanelNote(
  page: PageWriter,
  parts: readonly NotePart[],
  x: number,
  y: number,
  width: number,
): void {
  let top = y
  for (const part of parts) top += writeNotePart(page, part, x, top, width)
}

/** A laid-out table in a panel: its header, and rows of one line each. */
interface PanelTable {
  table: PrintedTable
  layout: TableLayout
  header: LaidOutRow
  rows: LaidOutRow[]
  height: number
}

async function panelTable(page: PageWriter, table: PrintedTable, maxWidth: number): Promise<PanelTable> {
  await prepareTable(page, table)
  const layout = layoutIn(page, table, maxWidth)
  const header = layOutHeader(page, layout, table)
  const rows = table.rows.map(row => layOutRow(page, layout, row, 1))
  return { table, layout, header, rows, height: rows.reduce((sum, row) => sum + row.height, header.height) }
}

function writePanelTable(page: PageWriter, panel: PanelTable, x: number, y: number): void {
  const { table, layout, header, rows } = panel
  writeRow(page, table, layout, header, { x, y, background: palette.accentSoft, alignBottom: true })
  let top = y + header.height
  for (const [index, row] of rows.entries()) {
    writeRow(page, table, layout, row, { x, y: top, background: rowBackground(index) })
    top += row.height
  }
}
