/**
 * Whether the whole text fits the pattern: `*` any run of characters (also none), `?` exactly one code point, all else
 * itself. Case counts; fold both before. Nothing escapes: a pattern cannot name a literal `*` or `?`, but `?` fits one.
 *
 * Time is at most pattern length times text length, memory constant: only the last `*` is ever gone back to.
 */
export function matchesWildcard(pattern: string, text: string): boolean {
  let p = 0
  let t = 0
  /** After the last `*`, and where in the text what follows it is tried next; -1 before any. */
  let afterStar = -1
  let retry = 0
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

/** Whether the text is a pattern at all. */
export function hasWildcard(text: string): boolean {
  return text.includes('*') || text.includes('?')
}

/** The same pattern without doubled `*`. */
export function simplifyWildcard(pattern: string): string {
  return pattern.replace(/\*{2,}/g, '*')
}

/** UTF-16 units of the code point at `at`. */
function widthAt(text: string, at: number): number {
  const code = text.codePointAt(at)
  return code !== undefined && code > 0xffff ? 2 : 1
}
