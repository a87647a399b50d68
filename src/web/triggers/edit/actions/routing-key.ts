import { isObject } from '../../../../schema/text/json-object.ts'
import { parseJson } from '../../../api/http/parse-json.ts'

/** The integration key in the body of a PagerDuty webhook; undefined if the body is no object of texts. */
export function routingKeyOf(template: string): string | undefined {
  if (template.trim() === '') return ''
  const body = parseJson(template)
  if (!isObject(body)) return undefined
  return typeof body.routing_key === 'string' ? body.routing_key : ''
}

/** The body with another key; its other members stay. */
export function withRoutingKey(template: string, key: string): string {
  const body = parseJson(template)
  return JSON.stringify({ ...(isObject(body) && body), routing_key: key })
}
