import { exactNumber } from '../../charts/number-text.ts'
import type { Column, Row } from '../document.ts'

/** In characters of the plain font. */
const narrowest = 9
const widest = 80
const widestHeader = 40
const sampled = 200

/** Widths that fit the headers and the first rows of a table; long texts are cut by the next column. `headers` as they are shown. */
export function columnWidths(
  columns: readonly Column[],
  headers: readonly string[],
  rows: readonly Row[],
): number[] {
  const sample = rows.slice(0, sampled)
  return columns.map(({ kind }, index) => {
    // Bold, and beside the arrow of the filter.
    let width = Math.min(widestHeader, Math.ceil(wide(headers[index] ?? '') * 1.1) + 4)
    for (const row of sample) {
      const value = row[index] ?? null
      if (value !== null)
        width = Math.max(width, typeof value === 'string' ? wide(value) + 2 : room(kind, value))
    }
    return Math.max(narrowest, Math.min(widest, width))
  })
}

function room(kind: Column['kind'], value: number): number {
  if (kind === 'time') return Number.isInteger(value) ? 20 : 24
  if (kind === 'bytes') return 12
  if (kind === 'percent') return 10
  return exactNumber(value).length + (kind === 'number' ? 4 : 2)
}

/** Ideographs and the like are two characters wide. */
function wide(text: string): number {
  const shown = text.slice(0, widest)
  return (
    shown.length +
    (shown.match(/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/g)?.length ?? 0)
  )
}
