import { soloClass } from '../../filter/words/solo-characters.ts'
import { text } from './literal.ts'

/**
 * SQL of a text that, split at every ASCII character that is not a letter or digit, has the tokens of
 * filter/words/tokens.ts. So the text index is built over it with the tokenizer splitByNonAlpha. Other
 * scripts are converted to that form here: separators become spaces, and characters of scripts without word
 * separators stand alone.
 *
 * The engine evaluates both branches of an if for an index, and the Unicode expression costs ten times the
 * ASCII one, so it gets an empty string when the message is plain ASCII (measured: 1.1 times the time of
 * lower() alone, against 2.2 times without this). `ofAscii`: wraps the SQL for plain ASCII, which gets the
 * lower-cased column.
 */
export function normalised(column: string, ofAscii = (lower: string) => lower): string {
  return `concat(if(isValidASCII(${column}), ${ofAscii(`lower(${column})`)}, ''), ${unicodeWords(`if(isValidASCII(${column}), '', ${column})`)})`
}

/** Tokens separated by single spaces, for ASCII too. Slow: for few rows. */
export function spacedWords(column: string): string {
  return `concat(' ', trim(${unicodeWords(column)}), ' ')`
}

/**
 * SQL of the folded text: solo characters between spaces, other characters that are in no word as one space.
 */
function unicodeWords(column: string): string {
  // 'x': the syntax of RE2.
  const alone = `replaceRegexpAll(${folded(column)}, ${text(`([${soloClass('x')}])`)}, ' \\\\1 ')`
  return `replaceRegexpAll(${alone}, '[^\\\\p{L}\\\\p{N}]+', ' ')`
}

/**
 * Equivalent of fold() in filter/words/tokens.ts. The engine's lower case of Σ depends on its neighbours; in
 * fold() it is always σ.
 */
export function folded(column: string): string {
  return `lowerUTF8(replaceAll(${column}, 'Σ', 'σ'))`
}
