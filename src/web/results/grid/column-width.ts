import { type Column, minMessageWidth, widthOf } from '../../search/state/columns.ts'

/** Widths that fit exactly what rows show in these columns, in pixels. */
const fitted: ReadonlyMap<string, number> = new Map([
  ['severity', 86],
  ['program', 112],
  ['counter', 86],
])
const timeOfDayWidth = 118
/** Between the edges of a cell and its text, on both sides together. */
const cellPadding = 16
/** Of a letter of a message: JetBrains Mono at 12 px. */
const letterWidth = 7.2

/** Width of a column of the grid in pixels; undefined for one that takes the remaining width. */
export function gridWidthOf(column: Column, showsDay: boolean): number | undefined {
  if (column.width !== undefined) return column.width
  if (!showsDay && column.field.endsWith('_occurrence')) return timeOfDayWidth
  return fitted.get(column.field) ?? widthOf(column, showsDay)
}

/** How many letters of a message fit into its cell, if the columns have these widths in a grid. */
export function messageLetters(
  columns: readonly Column[],
  widths: readonly (number | undefined)[],
  gridWidth: number,
): number {
  const own = widths[columns.findIndex(({ field }) => field === 'message')]
  const others = widths.reduce<number>((sum, width) => sum + (width ?? 0), 0)
  const width = own ?? Math.max(minMessageWidth, gridWidth - others)
  return Math.floor((width - cellPadding) / letterWidth)
}
