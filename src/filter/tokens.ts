/**
 * The one definition of case folding and of the tokens of a message. The matcher here and the SQL of storage both
 * follow it; a message is found by a word exactly when that word is one of its tokens.
 */

const ascii = /^[\u0000-\u007f]*$/
const asciiToken = /[0-9a-z]+/g
/** Sigma, whose lower case in a whole string depends on its neighbours. */
const sigma = /\u03a3/g

/**
 * A token is a maximal run of letters and digits of any script; characters of the scripts Han, Hiragana and Katakana
 * are tokens of their own, since these scripts put no space between words. All else separates: punctuation, `_`,
 * combining marks, unpaired surrogates.
 */
const token = /[[\p{L}\p{N}]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]]+|[\p{L}\p{N}]/gv

/**
 * The text in lower case, each code point for itself: neighbours never matter (Σ is always σ). The engine's lowerUTF8 does
 * exactly this for all of Unicode, which a test of storage checks. Folding twice is folding once.
 */
export function fold(text: string): string {
  return text.replace(sigma, '\u03c3').toLowerCase()
}

/** The tokens of a text, folded, in order, repeats included. */
export function tokens(text: string): string[] {
  const folded = fold(text)
  return folded.match(ascii.test(folded) ? asciiToken : token) ?? []
}
