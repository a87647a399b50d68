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
 * One element of a regular expression: a set (`[a-f\d]`, `\w`, `.`), structure (`(?:`, `|`, `^`) or a
 * character (`a`, `\.`). Does not match word boundaries, nested classes and the placeholders (\x11 to \x13).
 * The `(?` of flags and named groups is read as a `(` with the repetition `?`.
 */
const element =
  /(?<set>\[\^?(?:[^\][\\^\x11-\x13]|\\[dwsDWS.\-/\]])+\]|\\[dwsDWS]|\.)|(?<structure>\(\?:|[()|^$])|(?<character>\\[\\.\-/()[\]{}|^$*+?]|[^\\[\](){}|^$*+?.\x11-\x13])/y
const repetition = /(?:[*+?]|\{\d+(?:,\d*)?\})\??/y

/** An element of a regular expression. */
export interface RegexPart {
  text: string
  kind: 'set' | 'structure' | 'character'
  /** Its repetition, such as `+` or `{2,}?`; '' for none. */
  repeated: string
}

/** The elements of a regular expression (RE2) in their order; undefined if one is not supported. */
export function regexParts(pattern: string): RegexPart[] | undefined {
  const parts: RegexPart[] = []
  for (let at = 0; at < pattern.length; ) {
    element.lastIndex = at
    const match = element.exec(pattern)
    if (match === null) return undefined
    const [text] = match
    at += text.length
    repetition.lastIndex = at
    const repeated = repetition.exec(pattern)?.[0] ?? ''
    at += repeated.length
    const { set, structure } = match.groups ?? {}
    let kind: RegexPart['kind'] = 'character'
    if (set !== undefined) kind = 'set'
    else if (structure !== undefined) kind = 'structure'
    parts.push({ text, kind, repeated })
  }
  return parts
}

/** Compiles a set or character, for tests of single characters. */
export function compileSet(pattern: string, ignoreCase: boolean): Pick<Regex, 'test'> {
  // This is a part of a filter's regular expression, which is already limited.
  const budget = new StepBudget({ program: 2_000, run: 100_000 })
  return compileRegex(pattern, ignoreCase, budget)
}
