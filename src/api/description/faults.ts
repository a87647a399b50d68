import type { RouteOptions } from 'fastify'
import { type FaultCode, faults } from '../../schema/fault.ts'
import { isObject } from '../../schema/text/json-object.ts'
import { changingMethods } from '../http/methods.ts'

/** Errors of every route that reads events. */
export const storeFaults = [
  'storage_unavailable',
  'query_timeout',
  'query_memory',
  'query_quarantined',
  'storage_damaged',
] as const

/** The method of a route in lower case, as in OpenAPI. Each route has one method. */
export function methodOf({ method }: RouteOptions): string {
  return String(method).toLowerCase()
}

/** The errors that a route can answer with: implied by its access, body and parameters, plus its `faults`. */
export function faultsOf(route: RouteOptions): FaultCode[] {
  const { schema = {}, config = {} } = route
  // A changing method may have a body.
  const isChange = changingMethods.has(String(route.method))
  const isWebsocket = route.wsHandler !== undefined
  const access = config.access ?? 'user'
  // Requests that the guard refuses if they come from another origin with a session: changes, and websockets.
  const needsSameOrigin = isChange || config.changes === true || isWebsocket
  const found: FaultCode[] = [
    'internal',
    'starting',
    'overloaded',
    'metadata_unavailable',
    'not_acceptable',
    'request_timeout',
    'headers_too_large',
    ...(schema.faults ?? []),
  ]
  // A request without an upgrade to a websocket is a 404.
  if (isWebsocket) found.push('not_found')
  if (access !== 'public') found.push('not_authenticated', 'authentication_failed', 'throttled')
  // `caller`: any signed-in user or token, so only a foreign origin is refused.
  if (access !== 'public' && (access !== 'caller' || needsSameOrigin)) found.push('permission_denied')
  if (isChange) found.push('parse_error', 'body_too_large', 'unsupported_media_type')
  if (schema.body !== undefined || hasMembers(schema.querystring) || hasMembers(schema.reads?.headers)) {
    found.push('validation')
  }
  if (/\/:/.test(route.url)) found.push('not_found')
  if (isPaged(schema.response)) found.push('invalid_page', 'answer_too_large')
  return [...new Set(found)].sort(
    (left, right) => faults[left].status - faults[right].status || (left < right ? -1 : 1),
  )
}

/** Whether a route answers one page of a list. */
export function isPaged(response: unknown): boolean {
  if (!isObject(response)) return false
  const answer = response['200']
  return isObject(answer) && isObject(answer.properties) && 'page_number' in answer.properties
}

function hasMembers(schema: unknown): boolean {
  return isObject(schema) && isObject(schema.properties) && Object.keys(schema.properties).length > 0
}
