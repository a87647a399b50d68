import type { AuditChange } from '../../schema/people/audit.ts'

/**
 * Formats the changes of an audit entry, a line for each member: `hosts: fw-* → fw-*, sw-*`. `…`: the value
 * was not recorded. `–`: the value is empty.
 */
export function changeLines(changes: readonly AuditChange[]): string[] {
  return changes.map(({ member, before, after }) => {
    // Secret values are not recorded.
    if (before === undefined && after === undefined) return member
    if (before === undefined) return `${member}: ${valueText(after)}`
    return `${member}: ${valueText(before)} → ${after === undefined ? '…' : valueText(after)}`
  })
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(valueText).join(', ')
  if (value === null || value === '') return '–'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
