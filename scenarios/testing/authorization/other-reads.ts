import type { Description } from '../../../src/api/description/openapi.ts'
import type { Samples } from '../../../src/api/description/testing/sample.ts'
import { isObject, type JsonObject } from '../../../src/schema/text/json-object.ts'
import type { Request } from './attempts.ts'

/** Requests of the Loki API, which is not in the description. */
const loki = [
  'query_range?query={host=~".%2B"}',
  'query?query=sum by (host) (count_over_time({host=~".%2B"}[1h]))',
  'query_range?query=sum by (program) (count_over_time({host=~".%2B"}[1h]))',
  'labels',
  'label/host/values',
  'label/program/values',
  'label/site/values',
  'series?match[]={host=~".%2B"}',
  'index/stats?query={host=~".%2B"}',
  'index/volume?query={host=~".%2B"}',
]

const statements = [
  'SELECT * FROM events',
  'SELECT host, count() AS n FROM events GROUP BY host',
  'SELECT groupArray(message) AS all FROM events',
  'SELECT DISTINCT program FROM events',
]

/** Values of params for which a sample from the schema is invalid. */
const params: Readonly<JsonObject> = { field: 'host' }

/**
 * Every way to read events besides their resources: queries of each type, SQL, the assistants' tools, Loki.
 * None names an object.
 */
export function otherReads(
  document: Description,
  samples: Samples,
  tools: readonly JsonObject[],
  event: string,
): Request[] {
  return [
    ...queriesOf(document, samples),
    // Everything ever stored.
    post('/api/events/arrivals', { after: Buffer.from('[0,[]]').toString('base64url') }),
    post('/api/events/extract', { pattern: '.+', field: 'host' }),
    ...statements.map(sql => post('/api/sql', { sql })),
    ...tools.map(({ name, inputSchema }) => {
      const given = isObject(inputSchema) ? samples.of({ ...inputSchema, type: 'object' }, false) : {}
      const named = isObject(given) && 'id' in given ? { id: event } : {}
      const field = isObject(given) && 'field' in given ? { field: 'host' } : {}
      return mcpRequest('tools/call', {
        name,
        arguments: { ...(isObject(given) && given), ...named, ...field },
      })
    }),
    ...loki.map(path => ({
      operation: `GET /loki/api/v1/${path.split('?')[0]}`,
      method: 'GET',
      path: encodeURI(`/loki/api/v1/${path}`).replaceAll('%252B', '%2B'),
    })),
  ]
}

/** A message to the assistants' API. */
export function mcpRequest(method: string, given: object): Request {
  return post('/mcp', { jsonrpc: '2.0', id: 1, method, params: given }, method)
}

function queriesOf({ components: { schemas } }: Description, samples: Samples): Request[] {
  const { discriminator } = schemas.QueryRequest ?? {}
  const mapping = isObject(discriminator) && isObject(discriminator.mapping) ? discriminator.mapping : {}
  return Object.entries(mapping).map(([type, $ref]) => {
    const body = samples.of({ $ref }, false)
    const given = isObject(body) && isObject(body.params) ? body.params : {}
    const fitting = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, params[name] ?? value]),
    )
    return post('/api/query', { type, params: fitting }, type)
  })
}

function post(path: string, body: object, about?: string): Request {
  return { operation: `POST ${path}${about === undefined ? '' : ` ${about}`}`, method: 'POST', path, body }
}
