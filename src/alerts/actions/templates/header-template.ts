import { escapeLine } from './escapes.ts'
import { parseTemplate, renderTemplate, type Template, type Values } from './template.ts'
import { TemplateError } from './template-error.ts'

/** Headers of a request: names as written, values with variables. */
export type HeaderTemplates = readonly { name: string; value: Template }[]

const maxHeaders = 50
/** A token of RFC 9110 5.6.2 with at most 100 characters. */
const namePattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/

/**
 * Headers that an operator cannot set. They decide where a request goes or ends or how it is encoded, or
 * Millrace sets them: User-Agent and Idempotency-Key.
 */
const forbidden: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'expect',
  'host',
  'idempotency-key',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
])

/** Parses the headers of a trigger. Throws a TemplateError. */
export function parseHeaderTemplates(given: Readonly<Record<string, string>>): HeaderTemplates {
  const headers = Object.entries(given).map(([name, value]) => {
    if (!namePattern.test(name))
      throw new TemplateError(`This is not the name of a header: ${name.slice(0, 80)}`)
    if (forbidden.has(name.toLowerCase())) throw new TemplateError(`The header ${name} cannot be set.`)
    if (/[\u0000-\u001f\u007f]/.test(value)) {
      throw new TemplateError(`The header ${name} contains a line break or another control character.`)
    }
    return { name, value: parseTemplate(value) }
  })
  const names = new Set(headers.map(({ name }) => name.toLowerCase()))
  if (names.size < headers.length) throw new TemplateError('A header appears twice.')
  if (headers.length > maxHeaders)
    throw new TemplateError(`A request has at most ${maxHeaders} custom headers.`)
  return headers
}

/**
 * Fills in headers. The values are UTF-8 bytes as one-byte characters, the form in which Node sends headers.
 */
export function renderHeaders(templates: HeaderTemplates, values: Values): Record<string, string> {
  return Object.fromEntries(
    templates.map(({ name, value }) => {
      const text = renderTemplate(value, variable => escapeLine(values(variable)))
      return [name, Buffer.from(text.trim()).toString('latin1')]
    }),
  )
}
