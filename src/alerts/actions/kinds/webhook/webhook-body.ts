import { escapeText } from '../../../../schema/text/escape-text.ts'
import { isObject } from '../../../../schema/text/json-object.ts'
import type { WebhookFormat } from '../../../../schema/triggers/trigger-parts.ts'
import { escapeJson, escapePercent, escapeXml } from '../../templates/escapes.ts'
import { parseTemplate, renderTemplate, type Template, type Values } from '../../templates/template.ts'
import { TemplateError } from '../../templates/template-error.ts'
import { isNumeric, type Variable } from '../../templates/variable.ts'
import type { ActionContext } from '../action.ts'
import type { ReadyForm } from './forms/ready-form.ts'
import { readyForms } from './forms/table.ts'

const json = 'application/json'

/** The body of a POST: JSON, a text of another type, or a ready form with added members. */
export type BodyTemplate =
  | { kind: 'json'; template: JsonTemplate }
  | { kind: 'text'; template: Template; mediaType: string; escape: (value: string) => string }
  | { kind: 'form'; form: ReadyForm; added: JsonTemplate | undefined }

/** Escapes for values in bodies of types other than JSON. */
const escapes: ReadonlyMap<string, (value: string) => string> = new Map([
  ['text/plain', escapeText],
  ['application/x-www-form-urlencoded', escapePercent],
  ['text/xml', escapeXml],
  ['application/xml', escapeXml],
  ['application/soap+xml', escapeXml],
  ['text/html', escapeXml],
])

/**
 * Parses the body of a webhook. `body`: the template; with any other format, a JSON object with members to
 * add to the ready form. `mediaType`: the operator's Content-Type, if there is one. Throws a TemplateError.
 */
export function parseBody(format: WebhookFormat, body: string, mediaType: string | undefined): BodyTemplate {
  const type = (mediaType ?? json).split(';')[0]?.trim().toLowerCase() ?? json
  // For example application/vnd.api+json.
  const isJson = type === json || /^application\/[\w.+-]+\+json$/.test(type)
  if (format === 'template' && body.trim() !== '') {
    if (isJson) return { kind: 'json', template: parseJsonTemplate(body) }
    const escapeValue = escapes.get(type)
    if (escapeValue !== undefined) {
      return { kind: 'text', template: parseTemplate(body), mediaType: type, escape: escapeValue }
    }
    throw new TemplateError(`The Content-Type must be ${json} or one of ${[...escapes.keys()].join(', ')}.`)
  }
  if (!isJson) throw new TemplateError(`The Content-Type of this form is ${json}.`)
  const form: ReadyForm = readyForms[format === 'template' ? 'generic' : format]
  const added = body.trim() === '' ? undefined : parseJsonTemplate(body)
  // Checks the members as rendered with 0 for each variable.
  const members: unknown = added && JSON.parse(renderJson(added, () => '0'))
  if (members !== undefined && !isObject(members)) {
    throw new TemplateError('The members to add to a ready form must be a JSON object: {"channel": "#ops"}.')
  }
  form.check?.(members ?? {})
  return { kind: 'form', form, added }
}

/** The body with the values of its variables. */
export function renderBody(
  body: BodyTemplate,
  values: Values,
  context: ActionContext,
  publicUrl: string | undefined,
): { text: string; mediaType: string } {
  switch (body.kind) {
    case 'json':
      return { text: renderJson(body.template, values), mediaType: json }
    case 'text':
      return {
        text: renderTemplate(body.template, variable => body.escape(values(variable))),
        mediaType: `${body.mediaType}; charset=utf-8`,
      }
    case 'form': {
      const added: unknown = body.added && JSON.parse(renderJson(body.added, values))
      const payload = body.form.buildPayload(context, publicUrl)
      return { text: JSON.stringify({ ...payload, ...(isObject(added) && added) }), mediaType: json }
    }
  }
}

/** All templates in a body, for checks of their variables. */
export function templatesOfBody(body: BodyTemplate): Template[] {
  switch (body.kind) {
    case 'json':
      return [body.template.template]
    case 'text':
      return [body.template]
    case 'form':
      return body.added === undefined ? [] : [body.added.template]
  }
}

/** A JSON text with variables inside strings or as values. No value can change the structure. */
interface JsonTemplate {
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
  const sample = renderTemplate(template, variable => {
    if (quoted.has(variable)) return marker
    return isNumeric(variable) ? '0' : `"${marker}"`
  })
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

/** Whether the end of a piece of JSON is inside a string. `startsInString`: its start is inside one. */
function endsInString(text: string, startsInString: boolean): boolean {
  let isInString = startsInString
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') isInString = !isInString
    else if (text[at] === '\\' && isInString) at++
  }
  return isInString
}

/** JSON with the values of its variables. */
export function renderJson({ template, quoted }: JsonTemplate, values: Values): string {
  return renderTemplate(template, variable => {
    const value = values(variable)
    if (quoted.has(variable)) return escapeJson(value)
    return isNumeric(variable) ? value : `"${escapeJson(value)}"`
  })
}
