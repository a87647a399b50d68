import { LRUCache } from 'lru-cache'
import { alphabets, compileSet, patternParts } from './pattern-parts.ts'

/**
 * Turns a pattern for messages into a pattern for their templates that have only the placeholders `present`.
 * If it does not match a template, no message of the template matches the given pattern. Each part that may
 * match a character of a placeholder's value may also match the placeholder, or nothing: the placeholder
 * stands for several characters. Example, with <N> for the placeholder of digits: `id=\d+` becomes
 * `id=(?:(?:\d|[<N>])?)+`. Undefined for patterns with unsupported syntax.
 */
export function necessaryPattern(
  pattern: string,
  ignoreCase: boolean,
  present: readonly string[],
): string | undefined {
  let out = ''
  const parts = patternParts(pattern)
  // A repeated `(` is the start of flags or of a group's name, as in (?i) and (?P<a>.).
  if (parts === undefined || parts.some(({ text, repeated }) => text === '(' && repeated !== ''))
    return undefined
  for (const { text, kind, repeated } of parts) {
    const taken =
      kind === 'structure'
        ? ''
        : findPlaceholders(text, ignoreCase)
            .filter(placeholder => present.includes(placeholder))
            .join('')
    out += taken === '' ? text + repeated : `(?:(?:${text}|[${taken}])?)${repeated}`
  }
  return out
}

/** Most patterns have the same few parts. */
const cache = new LRUCache<string, readonly string[]>({ max: 1_000 })

/** The placeholders that may stand for a character that the set or character matches. */
function findPlaceholders(text: string, ignoreCase: boolean): readonly string[] {
  // A surrogate: no placeholder stands for one.
  if (/^[\ud800-\udfff]$/.test(text)) return []
  const key = `${ignoreCase}${text}`
  let found = cache.get(key)
  if (found === undefined) {
    const regex = compileSet(text, ignoreCase)
    found = alphabets
      .filter(([, alphabet]) => [...alphabet].some(character => regex.test(character)))
      .map(([placeholder]) => placeholder)
    cache.set(key, found)
  }
  return found
}
