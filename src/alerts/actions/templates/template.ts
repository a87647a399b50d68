import { TemplateError } from './template-error.ts'
import { parseVariable, type Variable } from './variable.ts'

/** A text with variables: literal texts and variables in the order of the text. */
export type Template = readonly (string | Variable)[]

/** The value of a variable as the sender or the operator wrote it. The caller escapes it for its target. */
export type Values = (variable: Variable) => string

/** Maximum characters of a template. */
export const maxTemplateLength = 65_536
const maxVariables = 500
const maxVariableLength = 300
/** Maximum UTF-16 units of a rendered text: a short template can repeat a long message often. */
const maxRenderedLength = 2 ** 20

/** Parses `Text {{event:host}} text`. Throws a TemplateError for an unknown variable. */
export function parseTemplate(text: string): Template {
  if (text.length > maxTemplateLength) {
    throw new TemplateError(`A template has at most ${maxTemplateLength} characters.`)
  }
  const parts: (string | Variable)[] = []
  let variables = 0
  let at = 0
  for (;;) {
    const open = text.indexOf('{{', at)
    if (open === -1) break
    const close = text.indexOf('}}', open)
    if (close === -1) throw new TemplateError('"{{" without "}}": a variable is written {{event:host}}.')
    const inner = text.slice(open + 2, close).trim()
    if (inner.length > maxVariableLength) throw new TemplateError('The name of a variable is too long.')
    if (++variables > maxVariables)
      throw new TemplateError(`A template has at most ${maxVariables} variables.`)
    if (open > at) parts.push(text.slice(at, open))
    parts.push(parseVariable(inner))
    at = close + 2
  }
  if (at < text.length) parts.push(text.slice(at))
  return parts
}

/**
 * Fills in a template. `escapedValue` returns the value of a variable, escaped for the target. Throws a
 * TemplateError for a text that gets too long.
 */
export function renderTemplate(template: Template, escapedValue: (variable: Variable) => string): string {
  let text = ''
  for (const part of template) {
    text += typeof part === 'string' ? part : escapedValue(part)
    if (text.length > maxRenderedLength) {
      throw new TemplateError('The rendered text is longer than 1,048,576 characters.')
    }
  }
  return text
}

export function variablesOf(template: Template): Variable[] {
  return template.filter(part => typeof part !== 'string')
}
