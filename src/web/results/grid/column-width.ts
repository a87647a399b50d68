import type { Column } from '../../search/state/columns.ts'

/** Default widths of fields, in pixels. */
const defaultWidths: ReadonlyMap<string, number> = new Map([
  ['severity', 86],
  ['last_occurrence', 168],
  ['first_occurrence', 168],
  ['host', 132],
  ['program', 112],
  ['counter', 86],
  ['facility', 110],
  ['status', 90],
  ['cisco_mnemonic', 180],
])
/** Pixels of a time without its date. */
const timeOfDayWidth = 118
/** Pixels of a tag. */
const tagWidth = 140
/** A message takes the remaining width, but never less than this, in pixels. */
export const minMessageWidth = 280
/** Pixels between the edges of a cell and its text, on both sides together. */
const cellPadding = 16
/** Pixels of a letter of a message: JetBrains Mono at 12 px. */
const letterWidth = 7.2

/**
 * Width of a column in pixels: the user's choice or the default of its field. Undefined for a message, which
 * takes the remaining width. `showsDay`: times have their date.
 */
export function widthOf({ field, width }: Column, showsDay: boolean): number | undefined {
  if (width !== undefined) return width
  if (field === 'message') return undefined
  if (!showsDay && field.endsWith('_occurrence')) return timeOfDayWidth
  return defaultWidths.get(field) ?? tagWidth
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
