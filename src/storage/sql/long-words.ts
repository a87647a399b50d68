import { normalised } from './normalise.ts'

/**
 * The index of words stores long words of digits and hex digits (ids, which hardly ever repeat) as their
 * first and last characters: whole, they would take two fifths of it. The marks are not word characters, so
 * no other word can be mistaken for a piece.
 */
const minLength = 9
const pieceLength = 3
const beginMark = '·'
const endMark = '¸'
const digit = '[0-9a-f]'

/**
 * The expression that the index of words is built over. Messages outside ASCII keep their long words whole.
 */
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
