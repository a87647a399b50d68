import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { Client } from '../../scenarios/testing/client.ts'
import type { QueryRepresentation } from '../../src/schema/query/query.ts'
import type { Case } from './cases.ts'

const timeoutMillis = 600_000
/** Rarely enough not to be a load. */
const pollMillis = 20
const agent = new Agent({ keepAlive: true })

interface Answer {
  status: number
  body: Buffer
}

export type Ask = Exclude<Case['ask'], { path: unknown }>

/**
 * Milliseconds until the complete answer to a query has arrived, as bytes: parsing is the client's own time,
 * as with the bare SQL. `look` may inspect the query, which is removed afterwards.
 */
export async function timeOfQuery(
  client: Client,
  { type, params, step }: Ask,
  { from, to }: { from: number; to: number },
  look: (query: QueryRepresentation) => Promise<void> | void = () => {},
): Promise<number> {
  const time_range = { ts_from: from, ts_to: to, ...(step && { step }) }
  const body = JSON.stringify({ type, params: { ...params, time_range } })
  const since = performance.now()
  const made = await take(client, '/api/query', body)
  let took = performance.now() - since
  let query = told(made)
  const { query_id } = query
  while (query.status === 'IN_PROGRESS') {
    await setTimeout(pollMillis)
    const answer = await take(client, `/api/query/${query_id}`)
    took = performance.now() - since
    query = told(answer)
    if (took > timeoutMillis) throw new Error(`${type} is not answered after ${timeoutMillis / 1_000} s`)
  }
  const { status, error } = query
  if (status !== 'SUCCESS') throw new Error(`${type} ended with ${error?.code ?? status}`)
  await look(query)
  // It would be cached for the next question.
  await take(client, `/api/query/${query_id}/remove`)
  return took
}

/** Milliseconds until the complete response to a GET has arrived. */
export async function timeOfGet(client: Client, path: string): Promise<number> {
  const since = performance.now()
  const { status } = await take(client, path)
  const took = performance.now() - since
  if (status !== 200) throw new Error(`${path} was answered ${status}`)
  return took
}

export function told({ status, body }: Answer): QueryRepresentation {
  if (status !== 200 && status !== 202)
    throw new Error(`answered ${status}: ${body.toString().slice(0, 200)}`)
  // The shape of the routes of queries, which the API tests check.
  return JSON.parse(body.toString()) as QueryRepresentation
}

/** GET, or POST of a body, over a persistent connection. */
export async function take(client: Client, path: string, body?: string): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const sent = request(
    new URL(path, client.url),
    {
      agent,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...client.headers,
        ...(body !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        }),
      },
      signal: AbortSignal.timeout(timeoutMillis),
    },
    answer => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('error', reject)
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts) }))
    },
  )
  sent.on('error', reject)
  sent.end(body)
  return await promise
}
