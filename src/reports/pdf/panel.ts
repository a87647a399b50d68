import type { Section } from '../document.ts'
import type { Drawing } from '../drawing/drawing.ts'
import { drawAnswer } from '../drawing/drawing-of.ts'
import { palette } from '../drawing/palette.ts'
import type { Paragraph } from '../fonts/lines.ts'
import { caveatText, failureText, filterText, nothingToShow } from '../print/captions.ts'
import { figureText } from '../print/cell-text.ts'
import { clean } from '../print/clean.ts'
import { excerptOf } from '../print/excerpt.ts'
import type { PrintedTable } from '../print/printed-table.ts'
import { lineHeight, type PageWriter, type TextStyle } from './page-writer.ts'
import { type PanelTable, panelTable, writePanelTable } from './panel-table.ts'
import { drawPicture, pointsPerPixel } from './picture.ts'

const padding = 11
const titleStyle: TextStyle = { size: 10, colour: palette.ink, weight: 'bold', lines: 2 }
const lineStyle: TextStyle = { size: 7.8, colour: palette.inkSoft, lines: 2 }
const noteStyle: TextStyle = { size: 7.4, colour: palette.inkFaint, lines: 2 }
const noticeStyle: TextStyle = { size: 8.4, colour: palette.error, lines: 5 }

/** A widget on paper, measured. */
export interface Panel {
  width: number
  height: number
  parts: ({ words: Paragraph; look: TextStyle } | { drawing: Drawing } | { excerpt: PanelTable })[]
}

/** Title, filter, figures and picture of a widget, or the first rows of what has no picture; its tables come elsewhere. */
export async function panelOf(
  page: PageWriter,
  section: Section,
  tables: readonly PrintedTable[],
  { width, range, zone }: { width: number; range: string; zone: string },
): Promise<Panel> {
  const room = width - padding * 2
  const title = clean(section.title)
  const figures = section.figures
    .map(({ title: name, value, kind }) => `${clean(name)} ${figureText(value, kind, zone)}`)
    .join('   ·   ')
  const absence = failureText(section)
  const drawing = drawAnswer(section, { width: room / pointsPerPixel, height: 150, zone })
  const table = drawing ? undefined : tables.find(({ rows }) => rows.length > 0)
  const excerpt = table && excerptOf(table, room)
  const instead = drawing || excerpt || absence !== undefined ? '' : nothingToShow
  const told = [range, filterText(section.filter), caveatText(section), figures, instead]
  const lines = told.filter(text => text !== '')
  await page.prepare('bold', [title])
  await page.prepare('regular', [...lines, absence ?? '', excerpt?.note ?? ''])
  const parts: Panel['parts'] = [{ words: page.layOut(title, room, titleStyle), look: titleStyle }]
  for (const text of lines) parts.push({ words: page.layOut(text, room, lineStyle), look: lineStyle })
  if (absence !== undefined) parts.push({ words: page.layOut(absence, room, noticeStyle), look: noticeStyle })
  if (drawing) parts.push({ drawing })
  if (excerpt) {
    parts.push({ excerpt: await panelTable(page, excerpt.table, room) })
    if (excerpt.note !== '')
      parts.push({ words: page.layOut(excerpt.note, room, noteStyle), look: noteStyle })
  }
  return { width, parts, height: parts.reduce((sum, part) => sum + heightOf(part), padding * 2 - 3) }
}

function heightOf(part: Panel['parts'][number]): number {
  if ('drawing' in part) return part.drawing.height * pointsPerPixel + 8
  if ('excerpt' in part) return part.excerpt.height + 12
  return part.words.lines.length * part.look.size * lineHeight + 3
}

/** Draws a panel into a frame that may be higher than it needs. */
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
    else page.write(part.words, x + padding, down, panel.width - padding * 2, part.look)
    down += heightOf(part)
  }
}
