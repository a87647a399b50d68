import { isObject } from '../../../../schema/text/json-object.ts'
import { parseJson } from '../../../api/http/request.ts'

/**
 * The routing key (in PagerDuty: integration key) in `bodyText`, the JSON body of a PagerDuty webhook; '' if the body has
 * none. undefined if the body is not a JSON object.
 */
export function routingKeyOf(bodyText: string): string | undefined {
  if (bodyText.trim() === '') return ''
  const body = parseJson(bodyText)
  if (!isObject(body)) return undefined
  return typeof body.routing_key === 'string' ? body.routing_key : ''
}

/**
 * The body with another routing key. The other members of a JSON object are kept; any other body is replaced.
 */
export function withRoutingKey(bodyText: string, key: string): string {
  const body = parseJson(bodyText)
  return JSON.stringify({ ...(isObject(body) && body), routing_key: key })
}
