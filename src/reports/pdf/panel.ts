import type { Section } from '../document/document.ts'
import type { Drawing } from '../drawing/drawing.ts'
import { palette } from '../drawing/palette.ts'
import type { Paragraph } from '../fonts/lines.ts'
import { panelContent } from '../print/panel-content.ts'
import type { PrintedTable } from '../print/printed-table.ts'
import { lineHeight, type PageWriter, type TextStyle } from './page-writer.ts'
import { drawPicture, pointsPerPixel } from './picture.ts'
import { layoutIn, prepareTable } from './table.ts'
import {
  type LaidOutRow,
  layOutHeader,
  layOutRow,
  rowBackground,
  type TableLayout,
  writeRow,
} from './table-row.ts'

const padding = 11
const titleStyle: TextStyle = { size: 10, colour: palette.ink, weight: 'bold', lines: 2 }
const lineStyle: TextStyle = { size: 7.8, colour: palette.inkSoft, lines: 2 }
const noteStyle: TextStyle = { size: 7.4, colour: palette.inkFaint, lines: 2 }
const noticeStyle: TextStyle = { size: 8.4, colour: palette.error, lines: 5 }

/** A laid-out panel. */
export interface Panel {
  width: number
  height: number
  parts: ({ text: Paragraph; style: TextStyle } | { drawing: Drawing } | { excerpt: PanelTable })[]
}

/** Lays out the panel of a widget. `width` in points. */
export async function panelOf(
  page: PageWriter,
  section: Section,
  tables: readonly PrintedTable[],
  { width, range, zone }: { width: number; range: string; zone: string },
): Promise<Panel> {
  const maxWidth = width - padding * 2
  const chart = { width: maxWidth / pointsPerPixel, height: 150 }
  const content = panelContent(section, tables, { width: maxWidth, chart, range, zone })
  const { title, lines, failure, drawing, excerpt } = content
  await page.prepare('bold', [title])
  await page.prepare('regular', [...lines, failure ?? '', excerpt?.note ?? ''])
  const text = (value: string, style: TextStyle) => ({ text: page.layOut(value, maxWidth, style), style })
  const parts: Panel['parts'] = [text(title, titleStyle), ...lines.map(line => text(line, lineStyle))]
  if (failure !== undefined) parts.push(text(failure, noticeStyle))
  if (drawing) parts.push({ drawing })
  if (excerpt) {
    parts.push({ excerpt: await panelTable(page, excerpt.table, maxWidth) })
    if (excerpt.note !== '') parts.push(text(excerpt.note, noteStyle))
  }
  return { width, parts, height: parts.reduce((sum, part) => sum + heightOf(part), padding * 2 - 3) }
}

function heightOf(part: Panel['parts'][number]): number {
  if ('drawing' in part) return part.drawing.height * pointsPerPixel + 8
  if ('excerpt' in part) return part.excerpt.height + 12
  return part.text.lines.length * part.style.size * lineHeight + 3
}

/** Draws a panel into a frame of this height, at least the panel's own. */
export async function writePanel(
  page: PageWriter,
  panel: Panel,
  x: number,
  y: number,
  height: number,
): Promise<void> {
  page.pdf.roundedRect(x, y, panel.width, height, 5).lineWidth(0.7).stroke(palette.line)
  let down = y + padding
  for (const part of panel.parts) {
    if ('drawing' in part) await drawPicture(page, part.drawing, x + padding, down + 5)
    else if ('excerpt' in part) writePanelTable(page, part.excerpt, x + padding, down + 5)
    else page.write(part.text, x + padding, down, panel.width - padding * 2, part.style)
    down += heightOf(part)
  }
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
  writeRow(page, table, layout, header, { x, y, background: palette.accentSoft, bottom: true })
  let down = y + header.height
  for (const [index, row] of rows.entries()) {
    writeRow(page, table, layout, row, { x, y: down, background: rowBackground(index) })
    down += row.height
  }
}
