import type { Predicate } from './predicate.ts'

/** Whether a predicate has to read messages: whole words are found in the index, and the messages themselves stay unread. */
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
