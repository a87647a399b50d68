/** A range of code points, ends included. */
export type CodeRange = readonly [first: number, last: number]

/**
 * Characters that are a token each (tokens.ts): letters and digits whose Script_Extensions in Unicode include
 * Han, Hiragana or Katakana. These scripts put no spaces between words. Some of their characters belong to
 * other scripts too, and have the script Common: `ー`, `ﾞ`, `〆`.
 *
 * JavaScript and the engine know different versions of Unicode, so both build their expressions from this
 * table. To be few, ranges also contain punctuation and unassigned characters between the letters; both sides
 * intersect them with letters and digits. A test compares the table with Script_Extensions. The store builds
 * its index of words with the table: a change needs a migration such as storage/store/tables/solo-words.ts.
 */
const soloRanges: readonly CodeRange[] = [
  [0x3005, 0x30ff],
  [0x3192, 0x3195],
  [0x31f0, 0x3229],
  [0x3280, 0x3289],
  [0x3400, 0x9fff],
  [0xf900, 0xfad9],
  [0xff66, 0xff9f],
  [0x16fe3, 0x16ff6],
  [0x1aff0, 0x1b167],
  [0x1d360, 0x1d371],
  // The planes of ideographs.
  [0x20000, 0x3fffd],
]

/** The solo characters as the inside of a character class: `u` in JavaScript's syntax, `x` in RE2's. */
export function soloClass(syntax: 'u' | 'x'): string {
  return classOf(soloRanges, syntax)
}

/** These ranges as the inside of a character class; see soloClass. */
export function classOf(ranges: readonly CodeRange[], syntax: 'u' | 'x'): string {
  const code = (point: number) => `\\${syntax}{${point.toString(16)}}`
  return ranges.map(([first, last]) => `${code(first)}-${code(last)}`).join('')
}

/**
 * A regular expression for one token: a solo character, or a run of letters and digits that are not solo.
 * `extra`: further characters of runs, written as inside a character class.
 */
export function tokenPattern(extra = ''): RegExp {
  return new RegExp(`[[\\p{L}\\p{N}${extra}]--[${soloClass('u')}]]+|[\\p{L}\\p{N}]`, 'gv')
}
