import { LRUCache } from 'lru-cache'
import { placeholders } from '../../schema/template.ts'
import { compileRegex } from '../regex.ts'

const { digits, hex, mixed } = placeholders
const allPlaceholders = [digits, hex, mixed]
const digitCharacters = '0123456789'
const letters = 'abcdefghijklmnopqrstuvwxyz'
/** The characters that each placeholder may stand for. */
const alphabets = [
  [digits, digitCharacters],
  [hex, `${digitCharacters}abcdefABCDEF`],
  [mixed, `${digitCharacters}${letters}${letters.toUpperCase()}`],
] as const

/** One element of a pattern. Not supported: word boundaries, flags, names, nested classes. */
const syntaxPart =
  /(?<set>\[\^?(?:[^\][\\^\x11-\x13]|\\[dwsDWS.\-/\]])+\]|\\[dwsDWS]|\.)|(?<other>\(\?:|[()|^$]|\\[\\.\-/()[\]{}|^$*+?]|[^\\[\](){}|^$*+?.\x11-\x13])/y
const repetition = /(?:[*+?]|\{\d+(?:,\d*)?\})\??/y

/**
 * A pattern for templates: if it matches a template, the given pattern matches every message of it. Only a freely repeated set
 * that contains all characters of a placeholder matches the placeholder, such as `[0-9]+`, `.*` or `\w+`. Undefined for
 * patterns with unsupported syntax or without such a set.
 */
export function sufficientPattern(pattern: string, ignoreCase: boolean): string | undefined {
  let out = ''
  let takes = false
  for (let at = 0; at < pattern.length; ) {
    syntaxPart.lastIndex = at
    const found = syntaxPart.exec(pattern)
    if (found === null) return undefined
    at += found[0].length
    repetition.lastIndex = at
    const repeated = repetition.exec(pattern)?.[0] ?? ''
    at += repeated.length
    const set = found.groups?.set
    if (set === undefined) out += found[0] + repeated
    else {
      const taken = /^(?:[*+]|\{[01],\})\??$/.test(repeated) ? findCoveredPlaceholders(set, ignoreCase) : []
      const changed = addPlaceholders(set, taken, ignoreCase)
      if (changed === undefined) return undefined
      takes ||= taken.length > 0
      out += changed + repeated
    }
  }
  return takes ? out : undefined
}

/** Cached by case and set: patterns mostly have the same few sets, and computing one takes 0.1 ms. */
const coveredBySet = new LRUCache<string, readonly string[]>({ max: 1_000 })

/** The placeholders whose whole alphabet is in a set. */
function findCoveredPlaceholders(set: string, ignoreCase: boolean): readonly string[] {
  const key = `${ignoreCase}${set}`
  let covered = coveredBySet.get(key)
  if (covered === undefined) {
    const regex = compileRegex(set, ignoreCase)
    covered = alphabets
      .filter(([, alphabet]) => [...alphabet].every(character => regex.matches(character)))
      .map(([placeholder]) => placeholder)
    coveredBySet.set(key, covered)
  }
  return covered
}

/** The set with these placeholders and no others; undefined if it cannot be written. */
function addPlaceholders(set: string, taken: readonly string[], ignoreCase: boolean): string | undefined {
  const left = allPlaceholders.filter(placeholder => !taken.includes(placeholder)).join('')
  if (set === '.') return left === '' ? '.' : `[^${left}]`
  if (/^\\[DWS]$/.test(set)) return `[^${set.toLowerCase()}${left}]`
  const negated = set.startsWith('[^')
  // A leading hyphen would form a range with a placeholder before it.
  const inside = set.replace(/^\[\^?|\]$/g, '').replace(/^-/, '\\-')
  if (negated) return `[^${left}${inside}]`
  const one = compileRegex(set, ignoreCase)
  return allPlaceholders.some(placeholder => one.matches(placeholder))
    ? undefined
    : `[${taken.join('')}${inside}]`
}
