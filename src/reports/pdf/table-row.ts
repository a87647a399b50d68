import { palette } from '../drawing/palette.ts'
import type { Paragraph } from '../fonts/lines.ts'
import type { PrintedTable } from '../print/printed-table.ts'
import { lineHeight, type PageWriter, type TextStyle } from './page-writer.ts'

export const padding = { x: 5, y: 3.2 } as const
/** Maximum lines of a cell, so that a row always fits a page. A longer text ends with an ellipsis. */
const maxLines = 14

/** Font size and column widths of a table. */
export interface TableLayout {
  size: number
  widths: readonly number[]
}

/** A row whose cells are broken into lines. */
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
  const lines = cells.reduce((max, cell) => Math.max(max, cell.lines.length), 1)
  return { cells, style, height: lines * lineHeight * style.size + padding.y * 2 }
}

/** Writes a row with its upper left corner at `x`, `y`. With `bottom` its cells are bottom-aligned. */
export function writeRow(
  page: PageWriter,
  { columns }: PrintedTable,
  { widths }: TableLayout,
  { cells, style, height }: LaidOutRow,
  at: { x: number; y: number; background: string | undefined; bottom?: boolean },
): void {
  const whole = widths.reduce((sum, width) => sum + width, 0)
  if (at.background !== undefined) page.pdf.rect(at.x, at.y, whole, height).fill(at.background)
  let x = at.x
  for (const [column, cell] of cells.entries()) {
    const width = widths[column] ?? 0
    // A single line of right-to-left text is aligned like the rest of its column; several lines are aligned
    // right.
    const align = columns[column]?.numeric ? 'end' : cell.lines.length > 1 ? 'start' : 'left'
    const free = height - padding.y * 2 - cell.lines.length * lineHeight * style.size
    const y = at.y + padding.y + (at.bottom ? free : 0)
    page.write(cell, x + padding.x, y, width - padding.x * 2, { ...style, align })
    x += width
  }
}

export function rowBackground(index: number): string | undefined {
  return index % 2 === 1 ? palette.sunken : undefined
}
