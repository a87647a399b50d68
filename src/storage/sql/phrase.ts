import type { TokenPattern } from '../../filter/predicate.ts'

/**
 * A phrase as an RE2 pattern over the folded message. It must accept exactly what filter/tokens.ts calls "these tokens,
 * next to each other": a token is a run of letters and digits, but each character of a script without word separators
 * (Han, Hiragana, Katakana) is a token of its own, so nothing need stand between such a one and its neighbours.
 */
const solo = '\\p{Han}\\p{Hiragana}\\p{Katakana}'
const separator = '[^\\p{L}\\p{N}]'
/** One character inside a token of several: a letter or digit that is no token of its own. */
const inner = `(?:[^\\P{L}${solo}]|[^\\P{N}${solo}])`
const before = `(?:^|[^\\p{L}\\p{N}]|[${solo}])`
const after = `(?:$|[^\\p{L}\\p{N}]|[${solo}])`
const soloCharacter = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u

/** To be matched against lowerUTF8(message). */
export function phrasePattern(tokens: readonly TokenPattern[]): string {
  // Neighbours that both are runs need a separator between them; a solo character needs none. `before` and `after` are
  // consumed only at the ends of the phrase, so they cannot steal the separator of a neighbour.
  let out = ''
  let previousSolo = true
  for (const [index, token] of tokens.entries()) {
    const isSolo = mayBeSolo(token)
    if (index === 0) out += isSolo ? '' : before
    else out += `${separator}${isSolo || previousSolo ? '*' : '+'}`
    out += tokenPattern(token)
    previousSolo = isSolo
  }
  return previousSolo ? out : out + after
}

/**
 * The same, to be matched against normalised(message) with a space put before and after: slower for the engine, but right
 * also for tokens that are nothing but wildcards, which may stand for a run as well as for a character of its own.
 */
export function normalisedPattern(tokens: readonly TokenPattern[]): string {
  const words = tokens.map(token => {
    if (!token.wild) return quote(token.text)
    const out = [...token.text].map(c => (c === '*' ? '[^ ]*' : c === '?' ? '[^ ]' : quote(c))).join('')
    return /^\*+$/.test(token.text) ? '[^ ]+' : out
  })
  return ` ${words.join(' ')} `
}

/** True when phrasePattern cannot tell what a token may stand for. */
export function needsNormalised(tokens: readonly TokenPattern[]): boolean {
  return tokens.some(token => token.wild && /^[*?]+$/.test(token.text))
}

/** The words of the phrase that are whole tokens: the text index finds the rows that have them all. */
export function wholeTokens(tokens: readonly TokenPattern[]): string[] {
  return tokens.filter(token => !token.wild).map(token => token.text)
}

/** The longest literal run of a wildcard token, for a substring look-up; '' when there is none. */
export function longestLiteral(token: TokenPattern): string {
  return token.text.split(/[*?]/).reduce((best, part) => (part.length > best.length ? part : best), '')
}

function mayBeSolo(token: TokenPattern): boolean {
  return !token.wild && soloCharacter.test(token.text)
}

function tokenPattern(token: TokenPattern): string {
  if (!token.wild) return quote(token.text)
  let out = ''
  for (const character of token.text) {
    if (character === '*') out += `${inner}*`
    else if (character === '?') out += inner
    else out += quote(character)
  }
  return out
}

function quote(literal: string): string {
  return literal.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}
