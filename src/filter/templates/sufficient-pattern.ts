import { LRUCache } from 'lru-cache'
import { alphabets, compileSet, regexParts } from './regex-parts.ts'

/** The start of flags that switch off, such as `(?-i:` or `(?i-s)`: a set may then match less than alone. */
const switchesOff = /\(\?[a-zA-Z]*-/
/** `*`, `+`, `{0,}` or `{1,}`, also with a `?`. */
const withoutLimit = /^(?:[*+]|\{[01],\})\??$/
const allPlaceholders = alphabets.map(([placeholder]) => placeholder)

/**
 * Turns a pattern for messages into a pattern for templates: if the result matches a template, the given
 * pattern matches every message of that template. Only a set that contains all characters of a placeholder's
 * values, and that repeats without an upper limit, may match the placeholder: `[0-9]+`, `.*`, `\w+`. Example,
 * with <N> for the placeholder of digits: `id=\d+` becomes `id=[<N>\d]+`. Undefined for patterns with
 * unsupported syntax or without such a set.
 */
export function sufficientPattern(pattern: string, ignoreCase: boolean): string | undefined {
  let result = ''
  let hasAdded = false
  const parts = regexParts(pattern)
  if (parts === undefined || switchesOff.test(pattern)) return undefined
  for (const { text, kind, repeated } of parts) {
    if (kind !== 'set') result += text + repeated
    else {
      const added = withoutLimit.test(repeated) ? findCoveredPlaceholders(text, ignoreCase) : []
      const changed = addPlaceholders(text, added, ignoreCase)
      if (changed === undefined) return undefined
      hasAdded ||= added.length > 0
      result += changed + repeated
    }
  }
  return hasAdded ? result : undefined
}

/** Most patterns have the same few sets, and computing one takes 0.1 ms. */
const coveredBySet = new LRUCache<string, readonly string[]>({ max: 1_000 })

/** The placeholders all of whose characters are in a set. */
function findCoveredPlaceholders(set: string, ignoreCase: boolean): readonly string[] {
  const key = `${ignoreCase}${set}`
  let covered = coveredBySet.get(key)
  if (covered === undefined) {
    const regex = compileSet(set, ignoreCase)
    covered = alphabets
      .filter(([, alphabet]) => [...alphabet].every(character => regex.test(character)))
      .map(([placeholder]) => placeholder)
    coveredBySet.set(key, covered)
  }
  return covered
}

/** The set extended by these placeholders and no others; undefined if that cannot be written. */
function addPlaceholders(set: string, added: readonly string[], ignoreCase: boolean): string | undefined {
  const others = allPlaceholders.filter(placeholder => !added.includes(placeholder)).join('')
  if (set === '.') return others === '' ? '.' : `[^${others}]`
  if (/^\\[DWS]$/.test(set)) return `[^${set.toLowerCase()}${others}]`
  const negated = set.startsWith('[^')
  // A leading hyphen would form a range with a placeholder before it.
  const inside = set.replace(/^\[\^?|\]$/g, '').replace(/^-/, '\\-')
  if (negated) return `[^${others}${inside}]`
  const regex = compileSet(set, ignoreCase)
  return allPlaceholders.some(placeholder => regex.test(placeholder))
    ? undefined
    : `[${added.join('')}${inside}]`
}
