import type { Cell, CellKind } from '../document/document.ts'
import { columnLetters } from './cell-ref.ts'
import type { SerialTime } from './serial-time.ts'
import { type StyleName, styleIndex } from './styles.ts'
import { inlineString, looksLikeFormula } from './xml-text.ts'

export interface SheetCell {
  /** Times are serial numbers, percent is a fraction. */
  value: string | number | null
  style: StyleName
}

/** The cell of a value. A value outside of its kind (a name among numbers, a time before 1900) is text. */
export function sheetCell(kind: CellKind, value: Cell, serial: SerialTime): SheetCell {
  if (value === null || value === '') return { value: null, style: 'text' }
  if (typeof value === 'string' || kind === 'text' || !Number.isFinite(value)) return textCell(String(value))
  if (kind === 'percent') return { value: value / 100, style: 'percent' }
  if (kind !== 'time') return { value, style: kind }
  const days = serial(value)
  if (days === undefined) return textCell(`${value} s`)
  return { value: days, style: Number.isInteger(value) ? 'moment' : 'momentMillis' }
}

function textCell(value: string): SheetCell {
  return { value, style: looksLikeFormula(value) ? 'quotedText' : 'text' }
}

/** The c element; column from 0, row from 1. */
export function cellXml(column: number, row: number, { value, style }: SheetCell): string {
  const start = `<c r="${columnLetters(column)}${row}" s="${styleIndex(style)}"`
  if (value === null) return `${start}/>`
  if (typeof value === 'number') return `${start}><v>${value}</v></c>`
  return `${start} t="inlineStr">${inlineString(value)}</c>`
}
