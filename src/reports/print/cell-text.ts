import { exactNumber } from '../../charts/number-text.ts'
import { printable } from '../../charts/printable.ts'
import { momentText } from '../../charts/time-text.ts'
import { truncateText } from '../../schema/text/truncate-text.ts'
import type { Cell, CellKind } from '../document/document.ts'

/** Maximum characters of a cell; a longer text ends with an ellipsis. */
const maxCellLength = 1_500

const decimals = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 })

/** A cell for people. Integers keep all digits, other numbers have three decimals; times are in the zone. */
export function cellText(cell: Cell, kind: CellKind, zone: string): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return shortened(clean(cell, true).replaceAll('\t', '    ').trimEnd())
  switch (kind) {
    case 'time':
      return momentText(cell, zone, !Number.isInteger(cell))
    case 'percent':
      return `${decimals.format(cell)}%`
    case 'integer':
      return exactNumber(cell)
    case 'text':
      return String(cell)
    case 'number':
    case 'bytes':
      return decimals.format(cell)
  }
}

const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const

/** A figure, formatted like a cell except that bytes have the unit that fits. */
export function figureText(cell: Cell, kind: CellKind, zone: string): string {
  if (cell === null) return '–'
  if (kind !== 'bytes' || typeof cell !== 'number') return cellText(cell, kind, zone)
  let unit = 0
  let size = cell
  for (; Math.abs(size) >= 1024 && unit < units.length - 1; unit++) size /= 1024
  return `${decimals.format(Number(size.toPrecision(4)))} ${units[unit]}`
}

/** Whether columns of this kind are right-aligned. */
export function isNumeric(kind: CellKind): boolean {
  return kind !== 'text' && kind !== 'time'
}

function shortened(text: string): string {
  return text.length <= maxCellLength ? text : `${truncateText(text, maxCellLength)}…`
}

/**
 * A text for any document: invisible characters are escaped; lone surrogates and characters that XML forbids
 * are replaced. `keepsLines`: line feeds and tabs stay.
 */
export function clean(text: string, keepsLines = false): string {
  return printable(text, keepsLines)
    .toWellFormed()
    .replace(/[\ufffe\uffff]/g, '\ufffd')
}
