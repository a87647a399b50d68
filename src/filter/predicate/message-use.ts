import type { Predicate } from './predicate.ts'

/**
 * Whether evaluating a predicate must read messages. Single words need no reading, since the index of words
 * finds their events.
 */
export function readsMessages(predicate: Predicate): boolean {
  switch (predicate.kind) {
    case 'all':
    case 'some':
      return predicate.of.some(readsMessages)
    case 'not':
      return readsMessages(predicate.of)
    case 'phrase':
      return predicate.tokens.length > 1 || predicate.tokens.some(token => token.wild)
    case 'text':
    case 'in':
      return predicate.field === 'message'
    default:
      return false
  }
}
