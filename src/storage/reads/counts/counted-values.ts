import { maxCountedText } from '../../contract/event-store.ts'
import type { Field } from '../../contract/field.ts'
import { fieldColumn, isNumeric } from '../../sql/columns.ts'
import { number } from '../../sql/literal.ts'

/** A field as text, cut off after `maxCountedText` characters. */
export function countedText(field: Field): string {
  const column = fieldColumn(field)
  return isNumeric(field) ? `toString(${column})` : `substringUTF8(${column}, 1, ${number(maxCountedText)})`
}
