import type { TagRef, TextField } from '../../filter/predicate/predicate.ts'
import { eventTypes } from '../../schema/event/event.ts'
import { tagPath } from '../../schema/event/row.ts'
import type { Field } from '../contract/field.ts'
import { list, text } from './literal.ts'

const typeName = `[${list(eventTypes.map(text))}][type + 1]`

/** SQL of a field. Text is never NULL: '' when the event has no such tag. */
export function fieldColumn(field: Field | TextField): string {
  if (typeof field === 'object') return tagColumn(field)
  switch (field) {
    case 'cisco_mnemonic':
      return 'mnemonic'
    case 'type':
      return typeName
    default:
      return field
  }
}

/** Whether values are numbers, which are never empty. */
export function isNumeric(field: Field): boolean {
  return field === 'severity' || field === 'facility' || field === 'status'
}

/** SQL of a tag, as ``ifNull(tags.`user`.:String, '')``: the first of several names that has a value. */
function tagColumn(ref: TagRef): string {
  return ref.tag.reduceRight(
    (otherwise, name) => `ifNull(tags.\`${tagPath(name)}\`.:String, ${otherwise})`,
    "''",
  )
}
