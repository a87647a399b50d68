import { placeholders } from '../../schema/event/template.ts'
import { compileRegex, type Regex } from '../regex/regex.ts'
import { StepBudget } from '../regex/step-budget.ts'

const { digits, hex, mixed } = placeholders
const digitCharacters = '0123456789'
const letters = 'abcdefghijklmnopqrstuvwxyz'
/** The characters that the value of each placeholder consists of. */
export const alphabets = [
  [digits, digitCharacters],
  [hex, `${digitCharacters}abcdefABCDEF`],
  [mixed, `${digitCharacters}${letters}${letters.toUpperCase()}`],
] as const

/**
 * One element of a pattern. Word boundaries, flags, names of groups, nested classes and the placeholders
 * (\x11 to \x13) are not supported.
 */
const syntaxPart =
  /(?<set>\[\^?(?:[^\][\\^\x11-\x13]|\\[dwsDWS.\-/\]])+\]|\\[dwsDWS]|\.)|(?<structure>\(\?:|[()|^$])|(?<character>\\[\\.\-/()[\]{}|^$*+?]|[^\\[\](){}|^$*+?.\x11-\x13])/y
const repetition = /(?:[*+?]|\{\d+(?:,\d*)?\})\??/y

/** An element of a pattern with its repetition, '' when there is none. */
export interface PatternPart {
  text: string
  kind: 'set' | 'structure' | 'character'
  repeated: string
}

/** The elements of a pattern (RE2 syntax) in their order; undefined if one is not supported. */
export function patternParts(pattern: string): PatternPart[] | undefined {
  const parts: PatternPart[] = []
  for (let at = 0; at < pattern.length; ) {
    syntaxPart.lastIndex = at
    const match = syntaxPart.exec(pattern)
    if (match === null) return undefined
    const [text] = match
    at += text.length
    repetition.lastIndex = at
    const repeated = repetition.exec(pattern)?.[0] ?? ''
    at += repeated.length
    const kind =
      match.groups?.set !== undefined
        ? 'set'
        : match.groups?.structure !== undefined
          ? 'structure'
          : 'character'
    parts.push({ text, kind, repeated })
  }
  return parts
}

/** Compiles a pattern for a single character. */
export function compileSet(pattern: string, ignoreCase: boolean): Pick<Regex, 'test'> {
  // The pattern is part of a filter's pattern, which is already limited.
  const budget = new StepBudget({ program: 2_000, run: 100_000 })
  return compileRegex(pattern, ignoreCase, budget)
}
