import { fieldText } from '../../charts/name-text.ts'
import { facilities, severities, statuses } from '../../schema/event.ts'
import type { Cell, Column } from '../document.ts'

/** Fields whose values are codes: what the codes are called. */
const codes: Readonly<Record<string, readonly string[]>> = {
  severity: severities,
  facility: facilities,
  status: statuses,
}

/** Columns for the values of a field, and what stands in them. */
export interface NameColumns {
  columns: readonly Column[]
  cells(name: string | number): Cell[]
}

/**
 * The name as the interface tells it, under `name`; where it is a code, what the code is called beside it, under
 * `<field>_name` as in an event. Names are text: "other" and user tags stand among them.
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
