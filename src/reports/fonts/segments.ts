import bidiModule, { type Bidi } from 'bidi-js'
import type { Face, Faces, Weight } from './faces.ts'

// In Node the package exports a function, which its types do not declare.
const bidi = (bidiModule as unknown as () => Bidi)()

/** A part of a text in one face and one direction. It is split only if it is longer than a line. */
export interface Segment {
  text: string
  face: Face
  /** Embedding level of Unicode's bidirectional algorithm: odd is right to left. */
  level: number
  /** Width, in parts of the font size. */
  width: number
  /** White space, which is dropped at the end of a line. */
  isSpace: boolean
  /** A line may end after it. */
  canBreakAfter: boolean
}

/** Letters of Hebrew, Arabic and other right-to-left scripts; of the rarer scripts, the first surrogate. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]|[\ud802\ud803\ud83a\ud83b]/

/** Whether the paragraph is right to left: its first letter decides. */
export function isRightToLeft(text: string): boolean {
  return rightToLeft.test(text) && (bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0) % 2 === 1
}

/**
 * Words, punctuation and spaces. A line may also break after punctuation inside a long token, but not inside
 * a number, an address or a time. Each East Asian character is a word, together with punctuation that must
 * not begin a line. `GET /a/b-c 10.0.0.1:80` has the words GET, /, a/, b-, c and 10.0.0.1:80.
 */
const wordPattern = new RegExp(
  [
    // Spaces.
    '[ \\u00a0]+',
    // A word with the punctuation after it. Punctuation between digits is part of the word.
    `(?:[^ \\u00a0\\n/,;:=&?|._\\-\\u2e80-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff\\uff00-\\uffef]|(?<=\\d)[.,:-](?=\\d))+[/,;:=&?|._-]*`,
    // Punctuation alone.
    '[/,;:=&?|._-]+',
    // Any other character, such as an East Asian one, with closing punctuation.
    '.[\\u3001\\u3002\\uff0c\\uff0e\\uff1a\\uff1b\\uff1f\\uff01\\uff09\\u300d\\u300f\\u3011\\u300b]*',
  ].join('|'),
  'gsu',
)

/** Splits a line of text into segments, in reading order. Requires `Faces.prepare` with the text. */
export function segmentsOf(text: string, faces: Faces, weight: Weight): Segment[] {
  const levels = rightToLeft.test(text) ? bidi.getEmbeddingLevels(text).levels : undefined
  const segments: Segment[] = []
  for (const match of text.matchAll(wordPattern)) {
    const word = match[0]
    const isSpace = word.startsWith(' ')
    let start = 0
    let before: { face: Face; level: number } | undefined
    /** Ends a segment where the face or the direction changes, or the word ends. */
    const cut = (end: number, canBreakAfter: boolean) => {
      if (before && end > start) {
        segments.push(segmentOf(word.slice(start, end), before.face, before.level, isSpace, canBreakAfter))
      }
      start = end
    }
    for (let at = 0; at < word.length; ) {
      const codePoint = word.codePointAt(at) ?? 0
      const face = isCombining(codePoint) && before ? before.face : faces.faceOf(weight, codePoint)
      const level = levels?.[match.index + at] ?? 0
      if (before && (before.face !== face || before.level !== level)) cut(at, false)
      before = { face, level }
      at += codePoint > 0xffff ? 2 : 1
    }
    cut(word.length, true)
  }
  return segments
}

/** Whether a code point modifies the letter before it, and is drawn in the same face. */
function isCombining(codePoint: number): boolean {
  return (
    // Accents and other diacritics.
    (codePoint >= 0x300 && codePoint < 0x370) ||
    // Zero-width non-joiner and joiner.
    (codePoint >= 0x200c && codePoint <= 0x200d) ||
    // Variation selectors.
    (codePoint >= 0xfe00 && codePoint <= 0xfe0f)
  )
}

function segmentOf(
  text: string,
  face: Face,
  level: number,
  isSpace: boolean,
  canBreakAfter: boolean,
): Segment {
  const shown = level % 2 === 1 && !rightToLeft.test(text) ? mirrored(text) : text
  return { text: shown, face, level, width: face.width(shown), isSpace, canBreakAfter }
}

/** Punctuation within right-to-left text: reversed, with mirrored brackets. */
function mirrored(text: string): string {
  return Array.from(text, character => bidi.getMirroredCharacter(character) ?? character)
    .reverse()
    .join('')
}
