import type { Predicate } from './predicate.ts'

/**
 * Whether the predicate looks at what only the whole event knows (counter, first and last occurrence), so that the
 * rows of a range alone cannot answer it.
 */
export function needsWholeEvent(predicate: Predicate): boolean {
  switch (predicate.kind) {
    case 'all':
    case 'some':
      return predicate.of.some(needsWholeEvent)
    case 'not':
      return needsWholeEvent(predicate.of)
    case 'number':
    case 'number-in':
      return !perRow.has(predicate.field)
    default:
      return false
  }
}

/** The same on every row of an event. */
const perRow: ReadonlySet<string> = new Set(['severity', 'facility', 'status'])
