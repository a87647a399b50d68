import { parseQuery } from '../../../filter/qp/parser.ts'
import type { Tree } from '../../../filter/qp/tree.ts'
import { fold, writtenTokens } from '../../../filter/words/tokens.ts'
import { matchesWildcard } from '../../../filter/words/wildcard.ts'

/** The terms of a message search to highlight, without negated ones; none for an invalid search. */
export function searchTerms(text: string): string[] {
  try {
    return text.trim() === '' ? [] : [...new Set(positiveTerms(parseQuery(text)))]
  } catch {
    return []
  }
}

/** The texts of the terms in a parsed search that are not negated. */
function positiveTerms(tree: Tree): string[] {
  if (tree.kind === 'not') return []
  if (tree.kind === 'term') return tree.tokens.map(token => token.text)
  return tree.of.flatMap(positiveTerms)
}

/** A message as parts that are plain and matching by turns. The first is plain, and may be empty. */
export function splitAtMatches(message: string, terms: readonly string[]): string[] {
  if (terms.length === 0) return [message]
  const pieces: string[] = []
  let plainStart = 0
  for (const match of writtenTokens(message)) {
    if (!isMatch(match[0], terms)) continue
    pieces.push(message.slice(plainStart, match.index), match[0])
    plainStart = match.index + match[0].length
  }
  return [...pieces, message.slice(plainStart)]
}

/** Only this many UTF-16 units of a message are searched for its first match: more would delay scrolling. */
const maxSearched = 16_000

/**
 * Where a row of `length` UTF-16 units begins to show a message, so that its first match is in the middle; 0
 * if its beginning shows the match or nothing matches.
 */
export function startAtMatch(message: string, terms: readonly string[], length: number): number {
  if (terms.length === 0 || message.length <= length) return 0
  for (const match of writtenTokens(message.slice(0, maxSearched))) {
    if (!isMatch(match[0], terms)) continue
    // The last unit in view is the sign that more follows.
    if (match.index + match[0].length < length) return 0
    const before = Math.max(0, Math.floor((length - match[0].length) / 2))
    // Does not begin so late that room is left after the end: the row would seem to be the whole message.
    const start = Math.min(match.index - before, message.length - length + 1)
    return isInsidePair(message, start) ? start - 1 : start
  }
  return 0
}

function isMatch(written: string, terms: readonly string[]): boolean {
  const token = fold(written)
  return terms.some(term => term === token || matchesWildcard(term, token))
}

/** Whether a position is between the halves of a surrogate pair. */
function isInsidePair(text: string, at: number): boolean {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff
}
