import { normalised } from './normalise.ts'

/**
 * Minimum length of a long word of hexadecimal digits. Long words are ids, which hardly ever repeat. They
 * would take two fifths of the index of words, so the index has only their first and last characters, each
 * after a mark that no word contains: `·3f2` and `¸77e` for `3f2a9c01b77e`.
 */
const minLength = 9
const pieceLength = 3
const beginMark = '·'
const endMark = '¸'
const hexDigit = '[0-9a-f]'

/**
 * The expression over which the index of words is built. Long words stay whole in messages that are not
 * ASCII, and beside `_`, where the engine's `\b` sees no end of a word.
 */
export function indexedWords(column: string): string {
  const piece = `(${hexDigit}{${pieceLength}})`
  // Each backslash is doubled twice: for this literal and for the literal in SQL.
  const long = `\\\\b${piece}${hexDigit}{${minLength - 2 * pieceLength},}${piece}\\\\b`
  return normalised(
    column,
    ascii => `replaceRegexpAll(${ascii}, '${long}', '${beginMark}\\\\1 ${endMark}\\\\2')`,
  )
}

/** The pieces that the index has instead of a folded word; undefined for a word that is not long. */
export function piecesOf(word: string): { begin: string; end: string } | undefined {
  if (word.length < minLength || !/^[0-9a-f]+$/.test(word)) return undefined
  return { begin: beginMark + word.slice(0, pieceLength), end: endMark + word.slice(-pieceLength) }
}
