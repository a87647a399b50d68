import { palette } from '../drawing/palette.ts'
import type { Paragraph } from '../fonts/lines.ts'
import type { PrintedTable } from '../print/printed-table.ts'
import { leading, type Paper, type TextLook } from './paper.ts'

export const pad = { x: 5, y: 3.2 } as const
/** Most lines of a cell, usually: longer text ends with an ellipsis, and a row always fits a page. */
const mostLines = 14

/** How a table is set: the size of its type, the width of each column. */
export interface Layout {
  size: number
  widths: readonly number[]
}

/** A row that is set, and how high it is. */
export interface SetRow {
  cells: Paragraph[]
  height: number
  look: TextLook
}

export function setRow(
  paper: Paper,
  { size, widths }: Layout,
  row: readonly string[],
  lines = mostLines,
): SetRow {
  return set(paper, widths, row, { size, colour: palette.ink, lines })
}

export function setHeader(paper: Paper, { size, widths }: Layout, { columns }: PrintedTable): SetRow {
  const titles = columns.map(({ title }) => title)
  return set(paper, widths, titles, { size, colour: palette.inkSoft, weight: 'bold', lines: 3 })
}

function set(paper: Paper, widths: readonly number[], row: readonly string[], look: TextLook): SetRow {
  const cells = widths.map((width, column) => paper.set(row[column] ?? '', width - pad.x * 2, look))
  const lines = cells.reduce((most, cell) => Math.max(most, cell.lines.length), 1)
  return { cells, look, height: lines * leading * look.size + pad.y * 2 }
}

/** Writes a row on its ground, with its upper left corner at `x`, `y`. Headers stand at the bottom of their row. */
export function writeRow(
  paper: Paper,
  { columns }: PrintedTable,
  { widths }: Layout,
  { cells, look, height }: SetRow,
  at: { x: number; y: number; ground: string | undefined; bottom?: boolean },
): void {
  const whole = widths.reduce((sum, width) => sum + width, 0)
  if (at.ground !== undefined) paper.pdf.rect(at.x, at.y, whole, height).fill(at.ground)
  let x = at.x
  for (const [column, cell] of cells.entries()) {
    const width = widths[column] ?? 0
    // A name from right to left stands where the others of its column do; only a paragraph has its edge at the right.
    const align = columns[column]?.numeric ? 'end' : cell.lines.length > 1 ? 'start' : 'left'
    const free = height - pad.y * 2 - cell.lines.length * leading * look.size
    const y = at.y + pad.y + (at.bottom ? free : 0)
    paper.write(cell, x + pad.x, y, width - pad.x * 2, { ...look, align })
    x += width
  }
}

/** Every other row has a ground, for the eye to follow. */
export function groundOf(index: number): string | undefined {
  return index % 2 === 1 ? palette.sunken : undefined
}
