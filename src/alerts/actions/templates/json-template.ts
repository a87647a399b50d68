import { escapeJson } from './escapes.ts'
import { parseTemplate, renderTemplate, type Template, type Values } from './template.ts'
import { TemplateError } from './template-error.ts'
import { isNumeric, type Variable } from './variable.ts'

/** A JSON text with variables inside strings or as values. No value can change the structure. */
export interface JsonTemplate {
  template: Template
  /** The variables inside a string. */
  quoted: ReadonlySet<Variable>
}

/** Stands for any value while a template is checked. A private-use character, so that no author writes it. */
const marker = '\ue000'

/** Throws a TemplateError if the text is not JSON for all values of its variables. */
export function parseJsonTemplate(text: string): JsonTemplate {
  if (text.includes(marker)) throw new TemplateError('The character U+E000 cannot be used in a template.')
  // One object per place: the same variable can be inside a string in one place and outside in another.
  const template = parseTemplate(text).map(part => (typeof part === 'string' ? part : { ...part }))
  const quoted = new Set<Variable>()
  let isInString = false
  for (const part of template) {
    if (typeof part === 'string') isInString = endsInString(part, isInString)
    else if (isInString) quoted.add(part)
  }
  // With the marker, a variable behind a backslash or within \u0000 is invalid JSON too.
  const sample = renderTemplate(template, variable =>
    quoted.has(variable) ? marker : isNumeric(variable) ? '0' : `"${marker}"`,
  )
  try {
    JSON.parse(sample, (name, value: unknown) => {
      if (name.includes(marker)) throw new TemplateError('A variable cannot be the name of a member.')
      return value
    })
  } catch (error) {
    if (error instanceof TemplateError) throw error
    throw new TemplateError(
      'This is not JSON. Put texts in double quotes, also variables that are texts: {"text": "{{event:message}}"}.',
    )
  }
  return { template, quoted }
}

/** Whether a text that begins inside a string (or not) ends inside one. */
function endsInString(text: string, begins: boolean): boolean {
  let isInString = begins
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') isInString = !isInString
    else if (text[at] === '\\' && isInString) at++
  }
  return isInString
}

export function renderJson({ template, quoted }: JsonTemplate, values: Values): string {
  return renderTemplate(template, variable => {
    const value = values(variable)
    if (quoted.has(variable)) return escapeJson(value)
    return isNumeric(variable) ? value : `"${escapeJson(value)}"`
  })
}
