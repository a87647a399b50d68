import { normalised } from './normalise.ts'

/**
 * Minimum length of a long word of digits and hexadecimal digits. These are ids, which hardly ever repeat and
 * would take two fifths of the index of words, so it has only their first and last characters, with marks
 * that are not word characters.
 */
const minLength = 9
const pieceLength = 3
const beginMark = '·'
const endMark = '¸'
const digit = '[0-9a-f]'

/** The expression over which the index of words is built. Messages outside ASCII keep long words whole. */
export function indexedWords(column: string): string {
  const piece = `(${digit}{${pieceLength}})`
  const long = `\\\\b${piece}${digit}{${minLength - 2 * pieceLength},}${piece}\\\\b`
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
