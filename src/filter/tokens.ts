/**
 * The one definition of case folding and of the tokens of a message. The matcher here and the SQL of storage both
 * follow it; a message is found by a word exactly when that word is one of its tokens.
 */

const ascii = /^[\u0000-\u007f]*$/
const asciiToken = /[0-9a-z]+/g
/** Characters whose lower case is not one code point (İ) or depends on its neighbours in whole-string folding (Σ). */
const foldedAlone = /[\u0130\u03a3]/

/**
 * A token is a maximal run of letters and digits of any script; characters of the scripts Han, Hiragana and Katakana
 * are tokens of their own, since these scripts put no space between words. All else separates: punctuation, `_`,
 * combining marks, unpaired surrogates.
 */
const token = /[[\p{L}\p{N}]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]]+|[\p{L}\p{N}]/gv

/**
 * The text with each code point in its simple lower case. A code point whose lower case is not exactly one code point
 * stays as it is, and neighbours never matter (Σ is always σ). Folding twice is folding once.
 */
export function fold(text: string): string {
  if (!foldedAlone.test(text)) return text.toLowerCase()
  let folded = ''
  for (const char of text) folded += foldedAlone.test(char) ? foldAlone(char) : char.toLowerCase()
  return folded
}

/** The tokens of a text, folded, in order, repeats included. */
export function tokens(text: string): string[] {
  const folded = fold(text)
  return folded.match(ascii.test(folded) ? asciiToken : token) ?? []
}

function foldAlone(char: string): string {
  return char === '\u0130' ? char : '\u03c3'
}
