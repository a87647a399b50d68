import { LRUCache } from 'lru-cache'
import { alphabets, compileSet, regexParts } from './regex-parts.ts'

/**
 * Turns a pattern for messages into a pattern for templates whose placeholders are all in `present`. If the
 * result does not match a template, the given pattern matches no message of the template. Undefined for
 * patterns with unsupported syntax.
 *
 * Each part that may match a character of a placeholder's value may also match the placeholder, which is one
 * character. Such a part may also match nothing, since the placeholder stands for several characters.
 * Example, with <N> for the placeholder of digits: `id=\d+` becomes `id=(?:(?:\d|[<N>])?)+`.
 */
export function necessaryPattern(
  pattern: string,
  ignoreCase: boolean,
  present: readonly string[],
): string | undefined {
  let result = ''
  const parts = regexParts(pattern)
  // A `(` with a repetition `?` starts flags or a named group, as in (?i) and (?P<a>.).
  if (parts === undefined || parts.some(({ text, repeated }) => text === '(' && repeated !== ''))
    return undefined
  for (const { text, kind, repeated } of parts) {
    const matched = kind === 'structure' ? [] : findPlaceholders(text, ignoreCase)
    const added = matched.filter(placeholder => present.includes(placeholder)).join('')
    result += added === '' ? text + repeated : `(?:(?:${text}|[${added}])?)${repeated}`
  }
  return result
}

/** Most patterns have the same few parts. */
const cache = new LRUCache<string, readonly string[]>({ max: 1_000 })

/** The placeholders whose values may contain a character that this set or character matches. */
function findPlaceholders(text: string, ignoreCase: boolean): readonly string[] {
  // A surrogate is in no placeholder's value.
  if (/^[\ud800-\udfff]$/.test(text)) return []
  const key = `${ignoreCase}${text}`
  let placeholders = cache.get(key)
  if (placeholders === undefined) {
    const regex = compileSet(text, ignoreCase)
    placeholders = alphabets
      .filter(([, alphabet]) => [...alphabet].some(character => regex.test(character)))
      .map(([placeholder]) => placeholder)
    cache.set(key, placeholders)
  }
  return placeholders
}
