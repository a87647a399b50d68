import type { TokenPattern } from '../predicate/predicate.ts'
import { tokenPattern } from '../words/solo-characters.ts'
import { fold, tokens } from '../words/tokens.ts'
import { hasWildcard, simplifyWildcard } from '../words/wildcard.ts'

/** A token (tokens.ts) that may contain `*` and `?`. */
const patternToken = tokenPattern('*?')
const onlyStars = /^\*+$/

/** The tokens of quoted text; `*` and `?` separate tokens there, as punctuation does. */
export function quotedTokens(text: string): TokenPattern[] {
  return tokens(text).map(plain)
}

/**
 * The tokens of an unquoted term, with its wildcards: `172.29.*` gives 172, 29 and `*`. A `*` next to a
 * character that is a complete token (登录*) is left out, since nothing can continue that token. Empty for a
 * term without letters, digits and wildcards.
 */
export function termTokens(term: string): TokenPattern[] {
  if (!hasWildcard(term)) return quotedTokens(term)
  const matches = [...fold(term).matchAll(patternToken)]
  return matches
    .filter(({ 0: text, index }, i) => {
      if (!onlyStars.test(text)) return true
      const before = matches[i - 1]
      const after = matches[i + 1]
      // Only a character that is a complete token can touch a `*`: any other would be in the same token.
      const touchesBefore = before !== undefined && before.index + before[0].length === index
      const touchesAfter = after !== undefined && index + text.length === after.index
      return !touchesBefore && !touchesAfter
    })
    .map(({ 0: text }) => (hasWildcard(text) ? { text: simplifyWildcard(text), wild: true } : plain(text)))
}

function plain(text: string): TokenPattern {
  return { text, wild: false }
}
