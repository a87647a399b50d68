import type { TokenPattern } from './predicate.ts'
import { fold, tokens } from './tokens.ts'
import { hasWildcard, simplifyWildcard } from './wildcard.ts'

/** As a token (tokens.ts), with `*` and `?` standing among its characters. */
const patternToken = /[[\p{L}\p{N}*?]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]]+|[\p{L}\p{N}]/gv
const onlyStars = /^\*+$/

/** The tokens of quoted text: `*` and `?` separate there, as any punctuation does. */
export function quotedTokens(text: string): TokenPattern[] {
  return tokens(text).map(plain)
}

/**
 * The tokens of one unquoted term (no white space), its wildcards kept: `172.29.*` gives 172, 29, `*`.
 *
 * A `*` beside a character that is a token of its own (登录*) says nothing: that token is complete, so it is left out.
 * None at all when the term has neither a letter, a digit nor a wildcard.
 */
export function termTokens(term: string): TokenPattern[] {
  if (!hasWildcard(term)) return quotedTokens(term)
  const found = [...fold(term).matchAll(patternToken)]
  return found
    .filter(({ 0: text, index }, i) => {
      if (!onlyStars.test(text)) return true
      const before = found[i - 1]
      const after = found[i + 1]
      // What touches it must be such a character: any other would be of the same run.
      const touchesBefore = before !== undefined && before.index + before[0].length === index
      const touchesAfter = after !== undefined && index + text.length === after.index
      return !touchesBefore && !touchesAfter
    })
    .map(({ 0: text }) => (hasWildcard(text) ? { text: simplifyWildcard(text), wild: true } : plain(text)))
}

function plain(text: string): TokenPattern {
  return { text, wild: false }
}
