import type { Predicate } from './predicate.ts'

/** Whether the predicate reads counter, first or last occurrence, which the rows of a range do not show. */
export function needsWholeEvent(predicate: Predicate): boolean {
  switch (predicate.kind) {
    case 'all':
    case 'some':
      return predicate.of.some(needsWholeEvent)
    case 'not':
      return needsWholeEvent(predicate.of)
    case 'number':
    case 'number-in':
      return !equalInAllRows.has(predicate.field)
    default:
      return false
  }
}

/** Number fields that are equal in all rows of an event. */
const equalInAllRows: ReadonlySet<string> = new Set(['severity', 'facility', 'status'])
