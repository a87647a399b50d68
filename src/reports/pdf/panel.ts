import type { Section } from '../document.ts'
import type { Drawing } from '../drawing/drawing.ts'
import { drawingOf } from '../drawing/drawing-of.ts'
import { palette } from '../drawing/palette.ts'
import type { Paragraph } from '../fonts/lines.ts'
import { figureText } from '../print/cell-text.ts'
import { clean } from '../print/clean.ts'
import { excerptOf } from '../print/excerpt.ts'
import type { PrintedTable } from '../print/printed-table.ts'
import { absenceText, caveatText, filterText, nothingToShow } from '../print/words.ts'
import { type PanelTable, panelTable, writePanelTable } from './panel-table.ts'
import { leading, type Paper, type TextLook } from './paper.ts'
import { drawPicture, pixel } from './picture.ts'

const pad = 11
const titleLook: TextLook = { size: 10, colour: palette.ink, weight: 'bold', lines: 2 }
const lineLook: TextLook = { size: 7.8, colour: palette.inkSoft, lines: 2 }
const noteLook: TextLook = { size: 7.4, colour: palette.inkFaint, lines: 2 }
const noticeLook: TextLook = { size: 8.4, colour: palette.error, lines: 5 }

/** A widget on paper, measured. */
export interface Panel {
  width: number
  height: number
  parts: ({ words: Paragraph; look: TextLook } | { drawing: Drawing } | { excerpt: PanelTable })[]
}

/** Title, filter, figures and picture of a widget, or the first rows of what has no picture; its tables come elsewhere. */
export async function panelOf(
  paper: Paper,
  section: Section,
  tables: readonly PrintedTable[],
  { width, range, zone }: { width: number; range: string; zone: string },
): Promise<Panel> {
  const room = width - pad * 2
  const title = clean(section.title)
  const figures = section.figures
    .map(({ title: name, value, kind }) => `${clean(name)} ${figureText(value, kind, zone)}`)
    .join('   ·   ')
  const absence = absenceText(section)
  const drawing = drawingOf(section, { width: room / pixel, height: 150, zone })
  const table = drawing ? undefined : tables.find(({ rows }) => rows.length > 0)
  const excerpt = table && excerptOf(table, room)
  const instead = drawing || excerpt || absence !== undefined ? '' : nothingToShow
  const told = [range, filterText(section.filter), caveatText(section), figures, instead]
  const lines = told.filter(text => text !== '')
  await paper.prepare('bold', [title])
  await paper.prepare('regular', [...lines, absence ?? '', excerpt?.note ?? ''])
  const parts: Panel['parts'] = [{ words: paper.set(title, room, titleLook), look: titleLook }]
  for (const text of lines) parts.push({ words: paper.set(text, room, lineLook), look: lineLook })
  if (absence !== undefined) parts.push({ words: paper.set(absence, room, noticeLook), look: noticeLook })
  if (drawing) parts.push({ drawing })
  if (excerpt) {
    parts.push({ excerpt: await panelTable(paper, excerpt.table, room) })
    if (excerpt.note !== '') parts.push({ words: paper.set(excerpt.note, room, noteLook), look: noteLook })
  }
  return { width, parts, height: parts.reduce((sum, part) => sum + heightOf(part), pad * 2 - 3) }
}

function heightOf(part: Panel['parts'][number]): number {
  if ('drawing' in part) return part.drawing.height * pixel + 8
  if ('excerpt' in part) return part.excerpt.height + 12
  return part.words.lines.length * part.look.size * leading + 3
}

/** Draws a panel into a frame that may be higher than it needs. */
export async function writePanel(
  paper: Paper,
  panel: Panel,
  x: number,
  y: number,
  height: number,
): Promise<void> {
  paper.pdf.roundedRect(x, y, panel.width, height, 5).lineWidth(0.7).stroke(palette.line)
  let down = y + pad
  for (const part of panel.parts) {
    if ('drawing' in part) await drawPicture(paper, part.drawing, x + pad, down + 5)
    else if ('excerpt' in part) writePanelTable(paper, part.excerpt, x + pad, down + 5)
    else paper.write(part.words, x + pad, down, panel.width - pad * 2, part.look)
    down += heightOf(part)
  }
}
