import { placeholders } from '../../schema/template.ts'
import type { TokenPattern } from '../predicate.ts'
import { matchesWildcard } from '../wildcard.ts'
import { maybe, no, type Verdict, yes } from './verdict.ts'

const { digits, hex, mixed } = placeholders

/** Whether a pattern fits the tokens that a token of a template stands for: all, none, or some perhaps. */
export function tokenVerdict({ text, wild }: TokenPattern, token: string): Verdict {
  const literal = wild ? text.replace(/[*?]/g, '') : text
  if (wild && literal === '' && !text.includes('?')) return yes
  if (token === hex) return /^[0-9a-f]*$/.test(literal) ? maybe : no
  if (token === mixed) return /^[0-9a-z]*$/.test(literal) ? maybe : no
  if (!token.includes(digits)) return (wild ? matchesWildcard(text, token) : text === token) ? yes : no
  if (!wild) return text.replace(/[0-9]+/g, digits) === token ? maybe : no
  // Digits of the text may be digits of the token; so may what ? and * stand for.
  if (/[0-9?]/.test(text)) return matchesWildcard(text.replace(/[0-9?]+/g, '*'), token) ? maybe : no
  return matchesWildcard(text, token) ? yes : no
}
