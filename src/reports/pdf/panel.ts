import type { Section } from '../document.ts'
import type { Drawing } from '../drawing/drawing.ts'
import { drawingOf } from '../drawing/drawing-of.ts'
import { palette } from '../drawing/palette.ts'
import type { Paragraph } from '../fonts/lines.ts'
import { figureText } from '../print/cell-text.ts'
import { clean } from '../print/clean.ts'
import { absenceText, caveatText, filterText } from '../print/words.ts'
import { leading, type Paper, type TextLook } from './paper.ts'
import { drawPicture, pixel } from './picture.ts'

const pad = 11
const titleLook: TextLook = { size: 10, colour: palette.ink, weight: 'bold', lines: 2 }
const lineLook: TextLook = { size: 7.8, colour: palette.inkSoft, lines: 2 }
const noticeLook: TextLook = { size: 8.4, colour: palette.error, lines: 5 }

/** A widget on paper, measured. */
export interface Panel {
  width: number
  height: number
  parts: ({ words: Paragraph; look: TextLook } | { drawing: Drawing })[]
}

/** Title, filter, figures and picture of a widget; its tables come elsewhere. */
export async function panelOf(
  paper: Paper,
  section: Section,
  width: number,
  range: string,
  zone: string,
): Promise<Panel> {
  const room = width - pad * 2
  const title = clean(section.title)
  const figures = section.figures
    .map(({ title: name, value, kind }) => `${clean(name)} ${figureText(value, kind, zone)}`)
    .join('   ·   ')
  const absence = absenceText(section)
  const drawing = drawingOf(section, { width: room / pixel, height: 150, zone })
  const tables = section.tables.reduce((sum, table) => sum + table.count, 0)
  const instead =
    drawing || absence !== undefined
      ? ''
      : tables > 0
        ? 'Its table follows the charts.'
        : 'Nothing in this range.'
  const lines = [range, filterText(section.filter), caveatText(section), figures, instead].filter(
    text => text !== '',
  )
  await paper.prepare('bold', [title])
  await paper.prepare('regular', [...lines, absence ?? ''])
  const parts: Panel['parts'] = [{ words: paper.set(title, room, titleLook), look: titleLook }]
  for (const text of lines) parts.push({ words: paper.set(text, room, lineLook), look: lineLook })
  if (absence !== undefined) parts.push({ words: paper.set(absence, room, noticeLook), look: noticeLook })
  if (drawing) parts.push({ drawing })
  return { width, parts, height: parts.reduce((sum, part) => sum + heightOf(part), pad * 2 - 3) }
}

function heightOf(part: Panel['parts'][number]): number {
  if ('drawing' in part) return part.drawing.height * pixel + 8
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
    else paper.write(part.words, x + pad, down, panel.width - pad * 2, part.look)
    down += heightOf(part)
  }
}
