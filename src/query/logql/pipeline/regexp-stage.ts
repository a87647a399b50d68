import { LogqlError } from '../syntax/logql-error.ts'
import { isLabelName } from './label-names.ts'
import type { LineStage } from './line-stage.ts'
import { type CompileContext, compileStageRegex } from './text-matcher.ts'

/** `| regexp "(?P<name>…)"`: sets labels to the named captures of the first match. */
export function regexpStage(
  { expression, at }: { expression: string; at: number },
  context: CompileContext,
): LineStage {
  // As in Loki, `.` does not match line breaks.
  const regex = compileStageRegex(expression, pattern => `(?-s:${pattern})`, context, at)
  const refuse = (message: string): never => {
    throw new LogqlError(message, context.text, at)
  }
  const names = captureNames(expression)
  if (names.length !== regex.groupCount) refuse('its captures could not be read; write names as (?P<name>…)')
  const captures = names.flatMap((name, i) => (name === undefined ? [] : [{ name, group: i + 1 }]))
  if (captures.length === 0) refuse('at least one named capture must be supplied')
  for (const [i, { name }] of captures.entries()) {
    if (!isLabelName(name)) refuse(`invalid extracted label name '${name}'`)
    if (captures.findIndex(other => other.name === name) !== i)
      refuse(`duplicate extracted label name '${name}'`)
  }
  return ({ text: line, labels }) => {
    const match = regex.find(line)
    if (match === undefined) return true
    for (const { name, group } of captures) {
      const label = labels.parsedName(name)
      if (!labels.hints.needs(label)) continue
      labels.set(label, match.groups[group] ?? '')
      // A label filter of the query would drop the line.
      if (!labels.hints.accepts(label, labels)) return false
    }
    return true
  }
}

/**
 * An element of an expression, with its name if it is a named capture. In this order: `\Qtext\E`, `\d`,
 * `[a-z]`, `(?P<name>`, `(?`, `(`, any other character. Parentheses in the first three open no group.
 */
const elementPattern =
  /\\Q(?:(?!\\E).)*(?:\\E)?|\\.|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]|\(\?P?<([^>]*)>|\(\?|\(|./gsu

/** Name of each capture of a valid expression, in order; undefined for an unnamed one. */
function captureNames(expression: string): (string | undefined)[] {
  const names: (string | undefined)[] = []
  for (const [element, name] of expression.matchAll(elementPattern)) {
    if (name !== undefined) names.push(name)
    else if (element === '(') names.push(undefined)
  }
  return names
}
