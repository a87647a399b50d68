import type { RE2JS } from 're2js'
import { placeholders } from '../../schema/template.ts'
import { compileRegex } from '../regex.ts'

const { digits, hex, mixed } = placeholders
const all = [digits, hex, mixed]
const figures = '0123456789'
const letters = 'abcdefghijklmnopqrstuvwxyz'
/** What each placeholder is made of. */
const alphabets = [
  [digits, figures],
  [hex, `${figures}abcdefABCDEF`],
  [mixed, `${figures}${letters}${letters.toUpperCase()}`],
] as const

/** One thing that a pattern is written of; others are not understood here: word boundaries, flags, names, classes within classes. */
const part =
  /(?<set>\[\^?(?:[^\][\\^\x11-\x13]|\\[dwsDWS.\-/\]])+\]|\\[dwsDWS]|\.)|(?<other>\(\?:|[()|^$]|\\[.\-/()[\]{}|^$*+?]|[^\\[\](){}|^$*+?.\x11-\x13])/y
const repetition = /(?:[*+?]|\{\d+(?:,\d*)?\})\??/y

/**
 * A pattern that is found in a template only where the given one is found in each message of it: a placeholder is taken by what is repeated
 * freely and holds all that it may stand for, as `[0-9]+`, `.*` or `\w+`, and by nothing else. undefined when the pattern holds what is not
 * understood here, or nothing of that kind.
 */
export function surePattern(pattern: string, ignoreCase: boolean): string | undefined {
  let out = ''
  let takes = false
  for (let at = 0; at < pattern.length; ) {
    part.lastIndex = at
    const found = part.exec(pattern)
    if (found === null) return undefined
    at += found[0].length
    repetition.lastIndex = at
    const repeated = repetition.exec(pattern)?.[0] ?? ''
    at += repeated.length
    const set = found.groups?.set
    if (set === undefined) out += found[0] + repeated
    else {
      const taken = /^(?:[*+]|\{[01],\})\??$/.test(repeated) ? takenBy(set, ignoreCase) : []
      const changed = withPlaceholders(set, taken, ignoreCase)
      if (changed === undefined) return undefined
      takes ||= taken.length > 0
      out += changed + repeated
    }
  }
  return takes ? out : undefined
}

/** Sets whose placeholders are remembered: one pattern has mostly the same few, and finding them out takes 0.1 ms. */
const mostKnown = 1_000
const known = new Map<string, readonly string[]>()

/** The placeholders of which a set holds all characters. */
function takenBy(set: string, ignoreCase: boolean): readonly string[] {
  const key = `${ignoreCase}${set}`
  const before = known.get(key)
  if (before !== undefined) return before
  const taken = takenByOne(compileRegex(set, ignoreCase))
  if (known.size >= mostKnown) known.clear()
  known.set(key, taken)
  return taken
}

function takenByOne(one: RE2JS): string[] {
  return alphabets.flatMap(([placeholder, alphabet]) =>
    [...alphabet].every(character => one.matches(character)) ? [placeholder] : [],
  )
}

/** The set with these placeholders and no others in it; undefined when that cannot be said. */
function withPlaceholders(set: string, taken: readonly string[], ignoreCase: boolean): string | undefined {
  const left = all.filter(placeholder => !taken.includes(placeholder)).join('')
  if (set === '.') return left === '' ? '.' : `[^${left}]`
  if (/^\\[DWS]$/.test(set)) return `[^${set.toLowerCase()}${left}]`
  const negated = set.startsWith('[^')
  // What stands before a hyphen would become the beginning of a range.
  const inside = set.replace(/^\[\^?|\]$/g, '').replace(/^-/, '\\-')
  if (negated) return `[^${left}${inside}]`
  const one = compileRegex(set, ignoreCase)
  return all.some(placeholder => one.matches(placeholder)) ? undefined : `[${taken.join('')}${inside}]`
}
