import { exchange, hostOf, type OutgoingAnswer, type OutgoingRequest } from '../../../../outgoing/exchange.ts'
import { type OutgoingGuard, RefusedTargetError } from '../../../../outgoing/outgoing-guard.ts'
import { truncateText } from '../../../../schema/text/truncate-text.ts'
import { renderHeaders } from '../../templates/header-template.ts'
import { TemplateError } from '../../templates/template-error.ts'
import { renderUrl } from '../../templates/url-template.ts'
import { valuesOf } from '../../templates/values.ts'
import {
  type ActionContext,
  type ActionFunction,
  type ActionResult,
  done,
  failed,
  refused,
} from '../action.ts'
import { parseWebhook, type WebhookAction } from './webhook-action.ts'
import { renderBody } from './webhook-body.ts'

export interface WebhookDeps {
  guard: OutgoingGuard
  /** URL of this service; undefined: not configured. */
  publicUrl?: string | undefined
  /** Time limit of a whole attempt, including redirects. */
  timeoutMs?: number
}

const defaultTimeoutMs = 10_000
/** Maximum characters kept of an answer. */
const maxKeptLength = 4_096
/**
 * Statuses after which another attempt may succeed: timeout, too early, too many requests. So may every
 * status from 500.
 */
const temporaryStatuses: ReadonlySet<number> = new Set([408, 425, 429])

export function webhookRunner({
  guard,
  publicUrl,
  timeoutMs = defaultTimeoutMs,
}: WebhookDeps): ActionFunction<WebhookAction> {
  return async (action, context, signal) => {
    const limit = AbortSignal.timeout(timeoutMs)
    try {
      const request = requestOf(action, context, publicUrl)
      const answer = await sendWithRedirects(request, guard, AbortSignal.any([signal, limit]))
      return resultOf(answer, request.url)
    } catch (error) {
      if (error instanceof TemplateError || error instanceof RefusedTargetError) return refused(error.message)
      if (signal.aborted) return failed('The attempt was cut short.', true)
      if (limit.aborted) return failed(`No answer within ${timeoutMs / 1000} seconds.`, true)
      return failed(errorText(error), true)
    }
  }
}

/** The request of a webhook. Throws a TemplateError. */
export function requestOf(action: WebhookAction, context: ActionContext, publicUrl: string | undefined) {
  const { url, headers, body, captures } = parseWebhook(action)
  const values = valuesOf(context, captures)
  const content = action.method === 'POST' ? renderBody(body, values, context, publicUrl) : undefined
  return {
    method: action.method,
    url: renderUrl(url, values),
    headers: {
      ...(content && { 'Content-Type': content.mediaType }),
      ...renderHeaders(headers, values),
      'User-Agent': 'Millrace',
      'Idempotency-Key': context.idempotencyKey,
    },
    ...(content && { body: Buffer.from(content.text) }),
    verifyTls: action.verifyTls,
  }
}

/** The outcome by the status of the answer. */
function resultOf({ status, location, body }: OutgoingAnswer, url: URL): ActionResult {
  const output = truncateText(body, maxKeptLength)
  if (status >= 200 && status < 300) return done(`Answered with ${status}.`, output)
  if (location !== undefined && status < 400) {
    // Shows only the host of the new URL: its path and parameters may equal the webhook's, which fewer people
    // may read than the history.
    const moved = truncateText(URL.parse(location, url.href)?.host ?? 'a URL that is invalid', 200)
    return failed(`Answered with ${status}: the URL moved to ${moved}. Use the new URL.`, false, output)
  }
  return failed(`Answered with ${status}.`, status >= 500 || temporaryStatuses.has(status), output)
}

/** The error for the history, without headers, body and addresses that a name resolved to (`exchange`). */
function errorText(error: unknown): string {
  if (!(error instanceof Error)) return 'The request failed.'
  return truncateText(`The request failed: ${error.message}`, 500)
}

const maxRedirects = 3
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
/** Headers that also go to another host; others may hold secrets. */
const harmlessHeaders: ReadonlySet<string> = new Set([
  'content-type',
  'idempotency-key',
  'user-agent',
  'accept',
])

/**
 * Sends a request and follows up to three redirects. Each URL is checked, and the connection goes to the
 * addresses that were checked. Throws a RefusedTargetError for a URL that is not allowed.
 */
async function sendWithRedirects(
  first: OutgoingRequest,
  guard: OutgoingGuard,
  signal: AbortSignal,
): Promise<OutgoingAnswer> {
  let request = first
  for (let followed = 0; ; followed++) {
    const addresses = await guard.check(hostOf(request.url), portOf(request.url), signal)
    const answer = await exchange(request, addresses, signal)
    if (!redirects.has(answer.status) || answer.location === undefined) return answer
    // A client that follows such a redirect (as fetch does) sends a GET without the body, which would look
    // like a success.
    if (request.method === 'POST' && (answer.status === 301 || answer.status === 302)) return answer
    if (followed === maxRedirects) throw new RefusedTargetError(`More than ${maxRedirects} redirects.`)
    request = redirected(request, answer.status, answer.location)
  }
}

/** The request that follows a redirect. Throws a RefusedTargetError for an unsafe one. */
function redirected(request: OutgoingRequest, status: number, location: string): OutgoingRequest {
  const url = URL.parse(location, request.url.href)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new RefusedTargetError('A redirect to a URL that is neither http nor https.')
  }
  if (url.username !== '' || url.password !== '') {
    throw new RefusedTargetError('A redirect to a URL with a user and a password.')
  }
  if (request.url.protocol === 'https:' && url.protocol === 'http:') {
    throw new RefusedTargetError('The redirect leads from https to http.')
  }
  url.hash = ''
  const headers =
    url.origin === request.url.origin
      ? request.headers
      : Object.fromEntries(
          Object.entries(request.headers).filter(([name]) => harmlessHeaders.has(name.toLowerCase())),
        )
  const { verifyTls } = request
  if (status === 303) return { method: 'GET', url, headers: withoutContentType(headers), verifyTls }
  return { ...request, url, headers }
}

function withoutContentType(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-type'))
}

function portOf(url: URL): number {
  return Number(url.port || (url.protocol === 'https:' ? 443 : 80))
}
