import { tokenPattern } from './solo-characters.ts'

/**
 * Defines case folding and the tokens of a message, for the matcher and for the SQL of storage: a searched
 * word finds a message exactly if the word is one of the message's tokens.
 */

const ascii = /^[\u0000-\u007f]*$/
const asciiToken = /[0-9a-z]+/g
/** toLowerCase() folds Σ to σ or ς, depending on its neighbours. */
const sigma = '\u03a3'

/**
 * A token is a maximal run of letters and digits of any script. Each Han, Hiragana and Katakana character is
 * a token (solo-characters.ts). All other characters are separators: punctuation, `_`, combining marks,
 * unpaired surrogates.
 */
const token = tokenPattern()

/**
 * The text in lower case, folded one code point at a time (Σ is always σ), like ClickHouse's lowerUTF8; a
 * test of storage compares them. Idempotent.
 */
export function fold(text: string): string {
  return (text.includes(sigma) ? text.replaceAll(sigma, '\u03c3') : text).toLowerCase()
}

/** The tokens of a text, folded, in order, repeats included. */
export function tokens(text: string): string[] {
  return foldedTokens(fold(text))
}

/** The tokens of a text as written, not folded, each with its position. */
export function writtenTokens(text: string): Iterable<RegExpExecArray> {
  return text.matchAll(token)
}

/** The tokens of an already folded text. */
export function foldedTokens(folded: string): string[] {
  return folded.match(ascii.test(folded) ? asciiToken : token) ?? []
}
