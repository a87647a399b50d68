import type { AuditChange } from '../../schema/people/audit.ts'

/**
 * The changed members of an entry as lines: `hosts: fw-* → fw-*, sw-*`. A value is missing if it may be
 * secret or is long (api/audit/describe.ts). The earlier value is also missing if the member is new.
 */
export function changeLines(changes: readonly AuditChange[]): string[] {
  return changes.map(({ member, before, after }) => {
    if (before === undefined && after === undefined) return member
    if (before === undefined) return `${member}: ${valueText(after)}`
    return `${member}: ${valueText(before)} → ${after === undefined ? '…' : valueText(after)}`
  })
}

/** The text of an empty value. */
const emptyText = '–'

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? emptyText : value.map(valueText).join(', ')
  if (value === null || value === '') return emptyText
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
