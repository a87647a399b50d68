import type { RE2JS } from 're2js'
import { compileRegex, regexFault } from '../../../filter/regex.ts'
import { regexSteps } from '../../../filter/regex-steps.ts'
import { type Template, variablesOf } from './template.ts'
import { TemplateError } from './template-error.ts'

/** Regular expressions of Match-Message lines by name, in lower case. */
export type Captures = ReadonlyMap<string, string>

export const noCaptures: Captures = new Map()

const maxCaptures = 32
const maxPatternLength = 1_000
/** Of all expressions together (filter/regex-steps.ts): each step may be one of matching each character of a message. */
const maxSteps = 2_000
/** What an expression reads of a message: linear time is still time. */
const maxTextLength = 16_384

/** Collects Match-Message lines. Throws a TemplateError for an expression that is not RE2. */
export function parseCaptures(lines: readonly (readonly [name: string, pattern: string])[]): Captures {
  const captures = new Map<string, string>()
  let steps = 0
  for (const [name, pattern] of lines) {
    const line = `Match-Message-${name}`
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) {
      throw new TemplateError(`${line}: a name has up to 64 letters, digits, "_" and "-".`)
    }
    if (pattern.length > maxPatternLength) {
      throw new TemplateError(`${line}: an expression has at most ${maxPatternLength} characters.`)
    }
    steps += regexSteps(pattern)
    if (steps > maxSteps) {
      throw new TemplateError(
        `${line}: expressions have at most ${maxSteps} steps together, with their repetitions written out.`,
      )
    }
    const fault = regexFault(pattern, false)
    if (fault !== undefined) throw new TemplateError(`${line}: ${fault}`)
    if (captures.has(name.toLowerCase())) throw new TemplateError(`${line} is there twice.`)
    captures.set(name.toLowerCase(), pattern)
  }
  if (captures.size > maxCaptures) {
    throw new TemplateError(`A template has at most ${maxCaptures} Match-Message lines.`)
  }
  return captures
}

/** Throws a TemplateError if a template uses a capture that no Match-Message line defines. */
export function checkCaptures(template: Template, captures: Captures): void {
  for (const variable of variablesOf(template)) {
    if (variable.kind !== 'capture') continue
    const { name, group } = variable
    const pattern = captures.get(name)
    if (pattern === undefined) {
      throw new TemplateError(
        `{{regexp:message:${name}:${group}}} needs a line "Match-Message-${name}: <expression>" in the e-mail template.`,
      )
    }
    const groups = compileRegex(pattern, false).groupCount()
    if (group > groups) {
      throw new TemplateError(
        `{{regexp:message:${name}:${group}}}: the expression has only ${groups} groups in parentheses.`,
      )
    }
  }
}

/** Reads captures of one message; each expression runs once. No match, and a group that took no part, is ''. */
export function openCaptures(captures: Captures, message: string): (name: string, group: number) => string {
  const text = message.slice(0, maxTextLength)
  const matches = new Map<string, ReturnType<RE2JS['matcher']> | null>()
  return (name, group) => {
    let match = matches.get(name)
    if (match === undefined) {
      const pattern = captures.get(name)
      const matcher = pattern === undefined ? undefined : compileRegex(pattern, false).matcher(text)
      match = matcher?.find() ? matcher : null
      matches.set(name, match)
    }
    return match === null || group > match.groupCount() ? '' : (match.group(group) ?? '')
  }
}
