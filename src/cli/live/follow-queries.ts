import { once } from 'node:events'
import { type RawData, WebSocket } from 'ws'
import { pause } from '../../async/until.ts'
import type { QueryRepresentation, QueryType } from '../../schema/query/query.ts'
import { isObject, type JsonObject } from '../../schema/text/json-object.ts'
import { thrownText } from '../../schema/thrown-text.ts'
import { removeQuery, throwRefusal } from '../query/ask-query.ts'
import { causeMessage, type RemoteOptions, remoteAccess, requestJson } from '../remote/remote.ts'
import { isRefusal as isRefusedAnswer, retryDelay } from './retries.ts'

const handshakeTimeoutMs = 10_000
/** The service pings every 25 s: after this time without a message the connection is dead. */
const silenceTimeoutMs = 60_000
/** Handshake answers that any further attempt would get, too. */
const refusals = [401, 403, 404]

/** Callbacks about followed queries. */
export interface QueryListener {
  /** A state of the query with that index, complete or partial. */
  update(index: number, query: QueryRepresentation): void
  /** The connection is lost; reconnecting. */
  lost(reason: string): void
  /** The connection is restored. */
  restored(): void
}

/**
 * Follows queries over the service's websocket until `signal` aborts. After a loss, as by a restart of the
 * service, it reconnects and posts the queries again. Throws an Error if the service refuses a query or the
 * token, or does not answer the first attempt.
 */
export async function followQueries(
  remote: RemoteOptions,
  requests: readonly { type: QueryType; params: JsonObject }[],
  listener: QueryListener,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0
  let wasConnected = false
  while (!signal.aborted) {
    try {
      const connected = () => {
        wasConnected = true
      }
      // Only an answer counts as connected, so that the delays keep growing if the service refuses each
      // subscription.
      const answered = () => {
        if (failures > 0) listener.restored()
        failures = 0
      }
      await followUntilLost(remote, requests, listener, signal, { connected, answered })
    } catch (error) {
      if (signal.aborted) return
      if (!wasConnected || isRefusal(error)) throwRefusal(error)
      if (failures === 0) listener.lost(thrownText(error))
    }
    await pause(retryDelay(failures++), signal)
  }
}

/** Ends only by throwing the reason. */
async function followUntilLost(
  remote: RemoteOptions,
  requests: readonly { type: QueryType; params: JsonObject }[],
  listener: QueryListener,
  signal: AbortSignal,
  { connected, answered }: { connected(): void; answered(): void },
): Promise<never> {
  const { url, token } = remoteAccess(remote)
  const address = new URL('/ws/live-updates', url)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket = new WebSocket(address, {
    headers: { authorization: `token ${token}` },
    handshakeTimeout: handshakeTimeoutMs,
  })
  const queries: QueryRepresentation[] = []
  const close = () => socket.terminate()
  signal.addEventListener('abort', close, { once: true })
  const refused = Promise.withResolvers<never>()
  const ended = Promise.race([endOf(socket, url), refused.promise])
  // Handled later: this prevents an unhandled rejection meanwhile.
  ended.catch(() => {})
  try {
    await Promise.race([once(socket, 'open', { signal }), ended])
    for (const request of requests) {
      const asked = requestJson<QueryRepresentation>(remote, 'POST', '/api/query', request, undefined, signal)
      queries.push(await Promise.race([asked, ended]))
    }
    socket.on('message', data => {
      const frame = frameOf(data)
      if (frame?.[0] === 'error') {
        refused.reject(new Error(String(frame[1].detail ?? 'the service refused a subscription')))
        return socket.terminate()
      }
      const query = frame?.[0] === 'widget-update' ? frame[1].data : undefined
      const index = queries.findIndex(({ query_id }) => isObject(query) && query.query_id === query_id)
      // An update has the shape of GET for its query.
      if (index < 0) return
      answered()
      listener.update(index, query as QueryRepresentation)
    })
    connected()
    for (const { query_id } of queries) socket.send(JSON.stringify(['subscribe', 'query', query_id]))
    return await ended
  } finally {
    signal.removeEventListener('abort', close)
    socket.terminate()
    const removed = Promise.all(queries.map(query => removeQuery(remote, query)))
    // After a loss the service may not answer, and the next attempt is due, so do not wait.
    if (signal.aborted) await removed
  }
}

/** Rejects when the connection ends, fails or is silent for too long. */
function endOf(socket: WebSocket, url: string): Promise<never> {
  return new Promise((_, reject) => {
    const timer = setTimeout(() => socket.terminate(), silenceTimeoutMs)
    for (const sign of ['open', 'message', 'ping'] as const) socket.on(sign, () => timer.refresh())
    socket.on('unexpected-response', (_request, response) => {
      reject(new HandshakeError(response.statusCode ?? 0))
      socket.terminate()
    })
    // `close` follows it.
    socket.on('error', error => reject(new Error(`${url} does not answer: ${causeMessage(error)}`)))
    socket.on('close', code => {
      clearTimeout(timer)
      reject(new Error(`the connection was closed (${code})`))
    })
  })
}

/** The service answered the handshake but refused it. */
class HandshakeError extends Error {
  readonly status: number

  constructor(status: number) {
    super(`the websocket was answered ${status}`)
    this.status = status
  }
}

function isRefusal(error: unknown): boolean {
  if (error instanceof HandshakeError) return refusals.includes(error.status)
  return isRefusedAnswer(error)
}

/** Parses a frame into its kind and its body. Undefined for anything else. */
function frameOf(data: RawData): [kind: string, body: JsonObject] | undefined {
  const frame: unknown = JSON.parse(String(data))
  if (!Array.isArray(frame) || typeof frame[0] !== 'string' || !isObject(frame[1])) return undefined
  return [frame[0], frame[1]]
}
