/** Takes characters that are compared again after a failed attempt from a budget. Throws if none are left. */
export type SpendRepeated = (characters: number) => void

/** Repeated characters are spent in at least this amount: fewer take no time worth counting. */
export const minRepeated = 4_096

/**
 * Whether the whole text matches the pattern: `*` is any run of characters, also an empty one, `?` exactly
 * one code point. Case-sensitive: fold both first. There are no escapes; only `?` can match a literal `*` or
 * `?`. Backtracks only to the last `*`, so time is at most pattern length times text length, and memory is
 * constant.
 */
export function matchesWildcard(pattern: string, text: string, spendRepeated?: SpendRepeated): boolean {
  let p = 0
  let t = 0
  /** Position after the last `*` of the pattern; -1 before the first one. */
  let afterStar = -1
  /** Position in the text from which the pattern after that `*` was last tried. */
  let retry = 0
  /** Characters to be compared again that are not yet spent. */
  let unspent = 0
  while (t < text.length) {
    if (pattern[p] === '*') {
      afterStar = ++p
      retry = t
    } else if (pattern[p] === '?') {
      p++
      t += widthAt(text, t)
    } else if (p < pattern.length && pattern.charCodeAt(p) === text.charCodeAt(t)) {
      p++
      t++
    } else if (afterStar >= 0) {
      unspent += t - retry
      if (unspent >= minRepeated) {
        spendRepeated?.(unspent)
        unspent = 0
      }
      retry += widthAt(text, retry)
      p = afterStar
      t = retry
    } else {
      return false
    }
  }
  while (pattern[p] === '*') p++
  return p === pattern.length
}

/** Compiles matchesWildcard for many texts. `a*`, `*a` and `*a*` need no loop over characters. */
export function compileWildcard(pattern: string): (text: string) => boolean {
  const [, before = '', literal, after = ''] = /^(\**)([^*?]+)(\**)$/.exec(pattern) ?? []
  if (literal === undefined || !literal.isWellFormed()) return text => matchesWildcard(pattern, text)
  if (before !== '' && after !== '') return text => text.includes(literal)
  if (before !== '') return text => text.endsWith(literal)
  if (after !== '') return text => text.startsWith(literal)
  return text => text === literal
}

/**
 * Whether `wide` matches every text that `narrow` matches, as `web-*` does for `web-1?`. Treats a `*` of
 * `narrow` as a character that only a `*` matches. Case and time as in matchesWildcard.
 */
export function coversWildcard(wide: string, narrow: string): boolean {
  const pattern = wildcardUnits(wide)
  const text = wildcardUnits(narrow)
  let p = 0
  let t = 0
  let afterStar = -1
  let retry = 0
  while (t < text.length) {
    if (pattern[p] === '*') {
      afterStar = ++p
      retry = t
    } else if (p < pattern.length && text[t] !== '*' && (pattern[p] === '?' || pattern[p] === text[t])) {
      p++
      t++
    } else if (afterStar >= 0) {
      retry++
      p = afterStar
      t = retry
    } else {
      return false
    }
  }
  while (pattern[p] === '*') p++
  return p === pattern.length
}

/** The code points of a pattern. A `*` comes after an adjacent `?`, so that equivalent patterns are equal. */
function wildcardUnits(pattern: string): string[] {
  return Array.from(
    pattern.replace(/[*?]+/g, run => run.replaceAll('*', '') + (run.includes('*') ? '*' : '')),
  )
}

/** Whether the text contains `*` or `?`. */
export function hasWildcard(text: string): boolean {
  return text.includes('*') || text.includes('?')
}

/** The pattern with each run of `*` reduced to one. */
export function simplifyWildcard(pattern: string): string {
  return pattern.replace(/\*{2,}/g, '*')
}

/** Number of UTF-16 units of the code point at `at`; 1 at the end of the text. */
export function widthAt(text: string, at: number): number {
  const code = text.codePointAt(at)
  return code !== undefined && code > 0xffff ? 2 : 1
}
