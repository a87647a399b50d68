import { blankRepeatedCells, type PrintedTable } from '../../reports/print/printed-table.ts'
import { fitted, onOneLine, widthOf } from './cell-width.ts'
import { type Paint, paintSeverity } from './paint.ts'

/** Columns between two cells. */
const gap = 2
/** Minimum width to which a column is narrowed for others. */
const minColumnWidth = 12

/**
 * A table as lines of at most `width` terminal columns, titles first. The widest text columns are truncated.
 * Values of senders are on one line each, with visible escapes.
 */
export function drawTable(table: PrintedTable, width: number, paint: Paint): string[] {
  const { columns, groupedColumns } = table
  const cells = table.rows.map((row, index) =>
    blankRepeatedCells(row, table.rows[index - 1] ?? [], groupedColumns).map(onOneLine),
  )
  const titles = columns.map(({ title }) => onOneLine(title).toUpperCase())
  const natural = columns.map((_, index) =>
    cells.reduce((max, row) => Math.max(max, widthOf(row[index] ?? '')), widthOf(titles[index] ?? '')),
  )
  const widths = columnWidths(
    natural,
    columns.map(({ numeric, time }) => numeric || time),
    width,
  )
  const isLast = (index: number) => index === columns.length - 1
  const line = (row: readonly string[], style: (text: string, index: number) => string) =>
    row
      .map((text, index) => {
        const { numeric = false } = columns[index] ?? {}
        const cell = fitted(text, widths[index] ?? 0, numeric ? 'right' : 'left')
        return style(isLast(index) ? cell.trimEnd() : cell, index)
      })
      .join(' '.repeat(gap))
  return [
    line(titles, text => paint('bold', text)),
    ...cells.map(row =>
      line(row, (text, index) =>
        columns[index]?.name === 'severity_name' ? paintSeverity(paint, text.trim(), text) : text,
      ),
    ),
  ]
}

/**
 * The width of each column: its natural width, which truncates nothing. If they do not fit, the widest
 * columns that are not fixed are narrowed until all fit.
 */
export function columnWidths(
  natural: readonly number[],
  isFixed: readonly boolean[],
  width: number,
): readonly number[] {
  const widths = [...natural]
  let excess = widths.reduce((sum, each) => sum + each, 0) + gap * (widths.length - 1) - width
  // Each round narrows one column to the next widest, or ends the loop.
  while (excess > 0) {
    const shrinkable = widths.map((each, index) => (isFixed[index] === true ? 0 : each))
    const widest = Math.max(...shrinkable)
    if (widest <= minColumnWidth) break
    const next = Math.max(minColumnWidth, ...shrinkable.filter(each => each < widest))
    const widestCount = shrinkable.filter(each => each === widest).length
    const index = shrinkable.indexOf(widest)
    const reduction = Math.min(widest - next, Math.ceil(excess / widestCount))
    widths[index] = widest - reduction
    excess -= reduction
  }
  return widths
}
