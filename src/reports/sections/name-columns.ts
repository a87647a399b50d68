import { fieldText } from '../../charts/name-text.ts'
import { facilities, severities, statuses } from '../../schema/event/event.ts'
import type { Cell, Column } from '../document/document.ts'

/** Fields whose values are codes, with the names of their codes. */
const codes: Readonly<Record<string, readonly string[]>> = {
  severity: severities,
  facility: facilities,
  status: statuses,
}

/** Columns for the values of a field, and their cells. */
export interface NameColumns {
  columns: readonly Column[]
  cells(name: string | number): Cell[]
}

/**
 * The columns for the values of a field: `name` has the value as in the API. The value of a code, such as a
 * severity, also has its name in a column `<field>_name`, as in an event. Values are text, since they include
 * "other" and user tags.
 */
export function nameColumns(field: string, name = 'name'): NameColumns {
  const column: Column = { name, title: fieldText(field), kind: 'text' }
  const known = Object.hasOwn(codes, field) ? codes[field] : undefined
  if (known === undefined) return { columns: [column], cells: value => [String(value)] }
  return {
    columns: [column, { name: `${field}_name`, title: `${fieldText(field)} name`, kind: 'text' }],
    cells: value => [String(value), typeof value === 'number' ? (known[value] ?? null) : null],
  }
}
