import { LRUCache } from 'lru-cache'
import { alphabets, compileSet, patternParts } from './pattern-parts.ts'

/**
 * A pattern for templates that have only these placeholders. If it does not match a template, the given
 * pattern matches no message of the template. A part that may match a character that a placeholder stands for
 * may match the placeholder, or nothing, as the characters after the first one do. Undefined for patterns
 * with unsupported syntax.
 */
export function necessaryPattern(
  pattern: string,
  ignoreCase: boolean,
  present: readonly string[],
): string | undefined {
  let out = ''
  const parts = patternParts(pattern)
  // Flags and names of groups.
  if (parts === undefined || parts.some(({ text, repeated }) => text === '(' && repeated !== ''))
    return undefined
  for (const { text, kind, repeated } of parts) {
    const taken =
      kind === 'structure'
        ? ''
        : findTouchedPlaceholders(text, ignoreCase)
            .filter(placeholder => present.includes(placeholder))
            .join('')
    out += taken === '' ? text + repeated : `(?:(?:${text}|[${taken}])?)${repeated}`
  }
  return out
}

/** Cached by case and text: most patterns have the same few. */
const touched = new LRUCache<string, readonly string[]>({ max: 1_000 })

/** The placeholders that may stand for a character that the set or character matches. */
function findTouchedPlaceholders(text: string, ignoreCase: boolean): readonly string[] {
  // Half of a character beyond the first 65,536.
  if (/^[\ud800-\udfff]$/.test(text)) return []
  const key = `${ignoreCase}${text}`
  let found = touched.get(key)
  if (found === undefined) {
    const regex = compileSet(text, ignoreCase)
    found = alphabets
      .filter(([, alphabet]) => [...alphabet].some(character => regex.test(character)))
      .map(([placeholder]) => placeholder)
    touched.set(key, found)
  }
  return found
}
