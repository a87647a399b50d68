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

function positiveTerms(tree: Tree): string[] {
  if (tree.kind === 'not') return []
  if (tree.kind === 'term') return tree.tokens.map(token => token.text)
  return tree.of.flatMap(positiveTerms)
}

/** A message as parts that are plain and matching by turns. The first is plain, and may be empty. */
export function splitAtMatches(message: string, words: readonly string[]): string[] {
  if (words.length === 0) return [message]
  const pieces: string[] = []
  let plainStart = 0
  for (const match of writtenTokens(message)) {
    const token = fold(match[0])
    if (!words.some(word => word === token || matchesWildcard(word, token))) continue
    pieces.push(message.slice(plainStart, match.index), match[0])
    plainStart = match.index + match[0].length
  }
  return [...pieces, message.slice(plainStart)]
}
