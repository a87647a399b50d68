import { palette } from '../drawing/palette.ts'
import type { Paragraph } from '../fonts/lines.ts'
import type { PrintedTable } from '../print/printed-table.ts'
import { lineHeight, type PageWriter, type TextStyle } from './page-writer.ts'

export const padding = { x: 5, y: 3.2 } as const
/** Most lines of a cell, usually: longer text ends with an ellipsis, and a row always fits a page. */
const maxLines = 14

/** How a table is set: the size of its type, the width of each column. */
export interface TableLayout {
  size: number
  widths: readonly number[]
}

/** A row that is set, and how high it is. */
export interface LaidOutRow {
  cells: Paragraph[]
  height: number
  style: TextStyle
}

export function layOutRow(
  page: PageWriter,
  { size, widths }: TableLayout,
  row: readonly string[],
  lines = maxLines,
): LaidOutRow {
  return layOutCells(page, widths, row, { size, colour: palette.ink, lines })
}

export function layOutHeader(
  page: PageWriter,
  { size, widths }: TableLayout,
  { columns }: PrintedTable,
): LaidOutRow {
  const titles = columns.map(({ title }) => title)
  return layOutCells(page, widths, titles, { size, colour: palette.inkSoft, weight: 'bold', lines: 3 })
}

function layOutCells(
  page: PageWriter,
  widths: readonly number[],
  row: readonly string[],
  style: TextStyle,
): LaidOutRow {
  const cells = widths.map((width, column) => page.layOut(row[column] ?? '', width - padding.x * 2, style))
  const lines = cells.reduce((most, cell) => Math.max(most, cell.lines.length), 1)
  return { cells, style, height: lines * lineHeight * style.size + padding.y * 2 }
}

/** Writes a row on its ground, with its upper left corner at `x`, `y`. Headers stand at the bottom of their row. */
export function writeRow(
  page: PageWriter,
  { columns }: PrintedTable,
  { widths }: TableLayout,
  { cells, style, height }: LaidOutRow,
  at: { x: number; y: number; ground: string | undefined; bottom?: boolean },
): void {
  const whole = widths.reduce((sum, width) => sum + width, 0)
  if (at.ground !== undefined) page.pdf.rect(at.x, at.y, whole, height).fill(at.ground)
  let x = at.x
  for (const [column, cell] of cells.entries()) {
    const width = widths[column] ?? 0
    // A name from right to left stands where the others of its column do; only a paragraph has its edge at the right.
    const align = columns[column]?.numeric ? 'end' : cell.lines.length > 1 ? 'start' : 'left'
    const free = height - padding.y * 2 - cell.lines.length * lineHeight * style.size
    const y = at.y + padding.y + (at.bottom ? free : 0)
    page.write(cell, x + padding.x, y, width - padding.x * 2, { ...style, align })
    x += width
  }
}

/** Every other row has a ground, for the eye to follow. */
export function rowBackground(index: number): string | undefined {
  return index % 2 === 1 ? palette.sunken : undefined
}
