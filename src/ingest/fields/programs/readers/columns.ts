import { findClosingQuote } from './pair-cursor.ts'

/** Maximum columns of a line that are read. */
const maxColumns = 48
// Where the columns of the current line are. Shared, since reading a line is synchronous.
const starts = new Int32Array(maxColumns)
const ends = new Int32Array(maxColumns)
let line = ''
let columnCount = 0

/**
 * Splits a line from position `at` into columns. A column in double quotes may contain the separator. Returns
 * the number of columns, at most `limit`. `cell` returns their texts until the next call.
 */
export function splitColumns(text: string, at: number, separator: string, limit: number): number {
  line = text
  columnCount = 0
  const max = Math.min(limit, maxColumns)
  let start = at
  while (columnCount < max) {
    const quote = text.charCodeAt(start) === 0x22 ? findClosingQuote(text, start + 1) : -1
    const isQuoted = quote !== -1 && (quote + 1 === text.length || text.startsWith(separator, quote + 1))
    const found = isQuoted ? quote + 1 : text.indexOf(separator, start)
    const end = found === -1 ? text.length : found
    starts[columnCount] = isQuoted ? start + 1 : start
    ends[columnCount++] = isQuoted ? quote : end
    if (end >= text.length) break
    start = end + separator.length
  }
  return columnCount
}

/** The text of a column, from 0, of the line that was split last; '' if it has fewer columns. */
export function cell(column: number): string {
  return column < columnCount ? line.slice(starts[column] ?? 0, ends[column] ?? 0) : ''
}
