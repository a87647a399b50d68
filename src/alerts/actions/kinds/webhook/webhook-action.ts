import type { WebhookFormat } from '../../../../schema/triggers/trigger-parts.ts'
import { type Captures, checkCaptures, noCaptures } from '../../templates/captures.ts'
import { type HeaderTemplates, parseHeaderTemplates } from '../../templates/header-template.ts'
import { TemplateError } from '../../templates/template-error.ts'
import { parseUrlTemplate, type UrlTemplate } from '../../templates/url-template.ts'
import { type BodyTemplate, parseBody, templatesOfBody } from './webhook-body.ts'

/** A URL to call. All texts are templates. */
export interface WebhookAction {
  kind: 'webhook'
  method: 'GET' | 'POST'
  url: string
  /** Appended to the URL. */
  query: string
  /** Values by name. */
  headers: Readonly<Record<string, string>>
  format: WebhookFormat
  /**
   * With the format `template`: the body; empty: the generic form. Any other format names a ready form, such
   * as `slack` (forms/table.ts): a JSON object whose members are added to it; empty: none.
   */
  body: string
  verifyTls: boolean
  /** Match-Message expressions of the trigger's e-mail template. */
  captures?: Captures
}

/** The parsed templates of a webhook. */
interface ParsedWebhook {
  url: UrlTemplate
  headers: HeaderTemplates
  body: BodyTemplate
  captures: Captures
}

/** Why a webhook cannot be sent with its method; undefined if it can. */
export function methodFault(action: Pick<WebhookAction, 'method' | 'format'>): string | undefined {
  const { method, format } = action
  if (method === 'POST' || format === 'template') return undefined
  return `Expected POST: a GET has no body, and the form ${format} needs one.`
}

/** Throws a TemplateError if the webhook cannot be saved or sent. */
export function parseWebhook(action: WebhookAction): ParsedWebhook {
  const { captures = noCaptures } = action
  const fault = methodFault(action)
  if (fault !== undefined) throw new TemplateError(fault)
  const url = parseUrlTemplate(action.url, action.query)
  const headers = parseHeaderTemplates(action.headers)
  const body = parseBody(action.format, action.body, mediaTypeOf(headers))
  const templates = [url.template, ...headers.map(({ value }) => value), ...templatesOfBody(body)]
  for (const template of templates) checkCaptures(template, captures)
  return { url, headers, body, captures }
}

/** The operator's Content-Type; undefined: JSON. */
function mediaTypeOf(headers: HeaderTemplates): string | undefined {
  const header = headers.find(({ name }) => name.toLowerCase() === 'content-type')
  if (header === undefined) return undefined
  const [value] = header.value
  // parseBody refuses this name: a type with a variable is unknown when the webhook is saved.
  return header.value.length === 1 && typeof value === 'string' ? value : 'variable'
}
