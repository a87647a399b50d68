import type { Column, Row } from '../document/document.ts'
import { sheetCell } from './cell.ts'
import { columnLetters } from './cell-ref.ts'
import type { SerialTime } from './serial-time.ts'
import { styleIndex } from './styles.ts'
import { inlineString, looksLikeFormula } from './xml-text.ts'

/** The XML that every cell of a column shares. */
interface ColumnXml {
  kind: Column['kind']
  open: string
  number: string
}

const text = `" s="${styleIndex('text')}" t="inlineStr">`
const quotedText = `" s="${styleIndex('quotedText')}" t="inlineStr">`

/**
 * Writes the row elements of one table. `number` counts from 1; `fractions` says which times have fractions
 * of a second. The output equals the output of `sheetCell` and `cellXml`. The constant parts are
 * prepared, since an export may have a million rows.
 */
export function rowsOf(
  columns: readonly Column[],
  fractions: readonly boolean[],
  serial: SerialTime,
): (row: Row, number: number) => string {
  const frames = columns.map(({ kind }, index): ColumnXml => {
    const style = kind === 'time' ? (fractions[index] ? 'momentMillis' : 'moment') : kind
    return { kind, open: `<c r="${columnLetters(index)}`, number: `" s="${styleIndex(style)}"><v>` }
  })
  return (row, number) => {
    const digits = String(number)
    let xml = `<row r="${digits}">`
    for (let index = 0; index < frames.length; index++) {
      const frame = frames[index]
      const value = row[index]
      if (!frame || value === null || value === undefined || value === '') continue
      if (typeof value === 'string') {
        xml += `${frame.open}${digits}${looksLikeFormula(value) ? quotedText : text}${inlineString(value)}</c>`
      } else if (frame.kind === 'integer') {
        xml += `${frame.open}${digits}${frame.number}${value}</v></c>`
      } else {
        const cell = sheetCell(frame.kind, value, serial)
        xml +=
          typeof cell.value === 'number'
            ? `${frame.open}${digits}${frame.number}${cell.value}</v></c>`
            : `${frame.open}${digits}${text}${inlineString(String(cell.value))}</c>`
      }
    }
    return `${xml}</row>`
  }
}
