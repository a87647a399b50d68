/** A range of UTF-16 units, ends included. A character class is a set of ranges. */
export type Range = readonly [from: number, to: number]

const maxUnit = 0xffff

const digit: readonly Range[] = [[0x30, 0x39]]
const upper: readonly Range[] = [[0x41, 0x5a]]
const lower: readonly Range[] = [[0x61, 0x7a]]
/** RE2's \s: ASCII without the vertical tab. */
const space: readonly Range[] = [
  [0x09, 0x0a],
  [0x0c, 0x0d],
  [0x20, 0x20],
]
const word: readonly Range[] = [...digit, ...upper, [0x5f, 0x5f], ...lower]

/** Character classes by their escape letter: \d, \s, \w. Upper case is the complement. */
export const perlClasses: Readonly<Record<string, readonly Range[]>> = {
  d: digit,
  D: complement(digit),
  s: space,
  S: complement(space),
  w: word,
  W: complement(word),
}

/** POSIX classes of RE2, [[:name:]]: ASCII only. */
export const posixClasses: Readonly<Record<string, readonly Range[]>> = {
  alnum: [...digit, ...upper, ...lower],
  alpha: [...upper, ...lower],
  ascii: [[0, 0x7f]],
  blank: [
    [0x09, 0x09],
    [0x20, 0x20],
  ],
  cntrl: [
    [0, 0x1f],
    [0x7f, 0x7f],
  ],
  digit,
  graph: [[0x21, 0x7e]],
  lower,
  print: [[0x20, 0x7e]],
  punct: [
    [0x21, 0x2f],
    [0x3a, 0x40],
    [0x5b, 0x60],
    [0x7b, 0x7e],
  ],
  space: [
    [0x09, 0x0d],
    [0x20, 0x20],
  ],
  upper,
  word,
  xdigit: [...digit, [0x41, 0x46], [0x61, 0x66]],
}

/** All units outside of these ranges. */
export function complement(ranges: readonly Range[]): Range[] {
  const sorted = [...ranges].sort((a, b) => a[0] - b[0])
  const gaps: Range[] = []
  let next = 0
  for (const [from, to] of sorted) {
    if (from > next) gaps.push([next, from - 1])
    next = Math.max(next, to + 1)
  }
  if (next <= maxUnit) gaps.push([next, maxUnit])
  return gaps
}

/**
 * Adds the other case of each letter, as RE2 folds it: K and k also match the Kelvin sign, S and s the long
 * s. Undefined for ranges beyond ASCII, which are not supported.
 */
export function foldRanges(ranges: readonly Range[]): Range[] | undefined {
  const folded: Range[] = [...ranges]
  for (const [from, to] of ranges) {
    if (to > 0x7f) return undefined
    for (const [firstLetter, shift] of [
      [0x41, 0x20],
      [0x61, -0x20],
    ] as const) {
      const low = Math.max(from, firstLetter)
      const high = Math.min(to, firstLetter + 25)
      if (low > high) continue
      folded.push([low + shift, high + shift])
      const k = firstLetter + 10
      const s = firstLetter + 18
      if (low <= k && k <= high) folded.push([0x212a, 0x212a])
      if (low <= s && s <= high) folded.push([0x17f, 0x17f])
    }
  }
  return folded
}

/** The units of a set with at most `max` units, otherwise undefined. */
export function listMembers(ranges: readonly Range[], max: number): string[] | undefined {
  const members = new Set<string>()
  for (const [from, to] of ranges) {
    if (to - from >= max) return undefined
    for (let unit = from; unit <= to; unit++) members.add(String.fromCharCode(unit))
    if (members.size > max) return undefined
  }
  return [...members]
}

/** The set as a class of a JavaScript regular expression: `[\u0030-\u0039]`. */
export function classSource(ranges: readonly Range[], negated: boolean): string {
  const inside = ranges
    .map(([from, to]) => (from === to ? unicodeEscape(from) : `${unicodeEscape(from)}-${unicodeEscape(to)}`))
    .join('')
  return `[${negated ? '^' : ''}${inside}]`
}

/** A unit as an escape: `\u0041`. */
export function unicodeEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`
}
