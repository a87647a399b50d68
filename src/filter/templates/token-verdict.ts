import { placeholders } from '../../schema/event/template.ts'
import type { TokenPattern } from '../predicate/predicate.ts'
import { compileWildcard } from '../words/wildcard.ts'
import { maybe, no, type Verdict, yes } from './verdict.ts'

const { digits, hex, mixed } = placeholders

/**
 * Compiles a pattern for tokens of templates: it matches all, none or maybe some of the tokens of messages.
 */
export function compileToken({ text, wild }: TokenPattern): (token: string) => Verdict {
  const literal = wild ? text.replace(/[*?]/g, '') : text
  if (wild && literal === '' && !text.includes('?')) return () => yes
  const ofHex = /^[0-9a-f]*$/.test(literal) ? maybe : no
  // It has a digit.
  const ofMixed = /^[0-9a-z]*$/.test(literal) && (wild || /[0-9]/.test(literal)) ? maybe : no
  const ofNumbered = wild ? numberedWildcard(text) : numberedText(text)
  const ofPlain = wild ? compileWildcard(text) : (token: string) => token === text
  return token => {
    if (token === hex) return ofHex
    if (token === mixed) return ofMixed
    if (token.includes(digits)) return ofNumbered(token)
    return ofPlain(token) ? yes : no
  }
}

function numberedText(text: string): (token: string) => Verdict {
  const masked = text.replace(/[0-9]+/g, digits)
  return token => (masked === token ? maybe : no)
}

/** Digits, ? and * of the pattern may match digits of the token. */
function numberedWildcard(text: string): (token: string) => Verdict {
  const fitting = /[0-9?]/.test(text) ? maybe : yes
  const matches = compileWildcard(text.replace(/[0-9?]+/g, '*'))
  return token => (matches(token) ? fitting : no)
}
