import { exactNumber } from '../../charts/number-text.ts'
import type { Column, Row } from '../document/document.ts'

/** Widths are in characters of the plain font. */
const minWidth = 9
const maxWidth = 80
const maxHeaderWidth = 40
const sampledRows = 200

/** Widths that fit the headers and the first rows of a table, within bounds. */
export function columnWidths(
  columns: readonly Column[],
  headers: readonly string[],
  rows: readonly Row[],
): number[] {
  const sample = rows.slice(0, sampledRows)
  return columns.map(({ kind }, index) => {
    // Bold, next to the arrow of the filter.
    let width = Math.min(maxHeaderWidth, Math.ceil(textWidth(headers[index] ?? '') * 1.1) + 4)
    for (const row of sample) {
      const value = row[index] ?? null
      if (value !== null)
        width = Math.max(width, typeof value === 'string' ? textWidth(value) + 2 : numberWidth(kind, value))
    }
    return Math.max(minWidth, Math.min(maxWidth, width))
  })
}

function numberWidth(kind: Column['kind'], value: number): number {
  if (kind === 'time') return Number.isInteger(value) ? 20 : 24
  if (kind === 'bytes') return 12
  if (kind === 'percent') return 10
  return exactNumber(value).length + (kind === 'number' ? 4 : 2)
}

/** East Asian characters are two characters wide. */
function textWidth(text: string): number {
  const shown = text.slice(0, maxWidth)
  return (
    shown.length +
    (shown.match(/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/g)?.length ?? 0)
  )
}
