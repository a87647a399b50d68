import type { GenericQuery, LiveClientFrame } from './interface.ts'
import { LiveFrames, liveAddress, livePath } from './live-frames.ts'
import { MillraceError } from './millrace-error.ts'
import { createQuery, type ParamsOf, type QueryOf, type QueryType, removeQuery } from './queries.ts'
import { reconnectDelayMs } from './reconnect-delay.ts'
import { requestJson, type Service, UnreachableError } from './request.ts'
import { wait } from './wait.ts'

export interface WatchOptions {
  /** Ends the loop when it aborts. */
  signal?: AbortSignal
  /** Gets why a connection ended or failed, and the milliseconds until the next attempt. */
  onReconnect?: (error: Error, waitMs: number) => void
}

const minRetryAfterMs = 500
const maxRetryAfterMs = 30_000
/** Close code of the service when the token has expired or was deleted. */
const policyViolation = 1008

/** The states of one query: see `watchAll`. */
export async function* watch<Type extends QueryType>(
  service: Service,
  type: Type,
  params: ParamsOf<Type>,
  options?: WatchOptions,
): AsyncGenerator<QueryOf<Type>, void, undefined> {
  // The service answers a query of the type that was asked.
  for await (const [, query] of watchAll(service, [{ type, params }], options)) yield query as QueryOf<Type>
}

/**
 * Queries as they change, with their index: each state, at most two a second. A slow reader gets the newest
 * state, not the backlog. Reconnects after a lost connection, and after answers that may change (429, 408 and
 * 5xx). Throws any other error, and what `onReconnect` throws. Ends when the signal aborts. A caller that
 * leaves its loop removes the queries.
 */
export async function* watchAll(
  service: Service,
  requests: readonly { type: QueryType; params: object }[],
  { signal, onReconnect }: WatchOptions = {},
): AsyncGenerator<[index: number, query: GenericQuery], void, undefined> {
  // Throws for an invalid address, which would otherwise be retried for ever.
  liveAddress(service.url)
  // Aborts when the caller leaves its loop: requests and the connection end too.
  const loopEnd = new AbortController()
  const ended = AbortSignal.any([loopEnd.signal, ...(signal === undefined ? [] : [signal])])
  let failures = 0
  try {
    while (!ended.aborted) {
      let reason: Error
      try {
        for await (const state of follow(service, requests, ended)) {
          failures = 0
          yield state
        }
        // The service dropped a query.
        reason = new UnreachableError(`${service.url} ended the query`)
      } catch (error) {
        if (!isRetryable(error)) throw error
        reason = error
      }
      if (ended.aborted) return
      failures++
      const waitMs = requestedWaitMs(reason) ?? reconnectDelayMs(failures)
      onReconnect?.(reason, waitMs)
      await wait(waitMs, ended)
    }
  } catch (error) {
    if (!ended.aborted) throw error
  } finally {
    loopEnd.abort()
  }
}

/** Whether a later attempt may succeed. */
function isRetryable(error: unknown): error is Error {
  if (error instanceof MillraceError)
    return error.status >= 500 || error.status === 429 || error.status === 408
  return error instanceof UnreachableError || (error instanceof DOMException && error.name === 'TimeoutError')
}

/** The milliseconds that the service asks to wait, within bounds; undefined if it does not say. */
function requestedWaitMs(error: Error): number | undefined {
  if (!(error instanceof MillraceError) || error.retryAfter === undefined) return undefined
  return Math.min(Math.max(minRetryAfterMs, error.retryAfter * 1_000), maxRetryAfterMs)
}

/** The states of queries until one ends. Throws when the connection ends or is refused. */
async function* follow(
  service: Service,
  requests: readonly { type: QueryType; params: object }[],
  ended: AbortSignal,
): AsyncGenerator<[index: number, query: GenericQuery], void, undefined> {
  const ids: string[] = []
  let frames: LiveFrames | undefined
  try {
    for (const request of requests) {
      const { query_id: id } = await createQuery(service, request, ended)
      ids.push(id ?? '')
    }
    const commands = ids.map((id): LiveClientFrame => ['subscribe', 'query', id])
    frames = new LiveFrames(service, commands, ended)
    // Subscriptions are confirmed one after the other, so the first lists of several lack some. A list that
    // lacks a query after one that had all says that the query was dropped.
    let areAllSubscribed = ids.length === 1
    for (let frame = await frames.next(); frame !== undefined; frame = await frames.next()) {
      const [kind, body] = frame
      if (kind === 'widget-update') yield [ids.indexOf(body.data.query_id ?? ''), body.data]
      // A query that is gone, maybe with the node that had it, is created again.
      if (kind === 'error') throw new MillraceError(body.code === 'not_found' ? 503 : 400, body)
      if (kind !== 'subscription-update') continue
      const isSubscribed = ids.every(id => body.query.includes(id))
      if (areAllSubscribed && !isSubscribed) return
      areAllSubscribed ||= isSubscribed
    }
    if (frames.closeCode === policyViolation) throw new MillraceError(401, { code: 'authentication_failed' })
    if (!frames.wasOpen) await throwRefusal(service, ended)
    throw new UnreachableError(`The connection to ${service.url} ended`)
  } finally {
    frames?.close()
    await Promise.all(ids.map(id => removeQuery(service, id)))
  }
}

/**
 * Throws why a websocket was refused. A WebSocket does not say, so this asks again without an upgrade. The
 * service answers 404 `not_found` to such a request if it would accept a websocket.
 */
async function throwRefusal(service: Service, signal: AbortSignal): Promise<never> {
  try {
    await requestJson(service, { path: livePath, signal })
  } catch (error) {
    if (!(error instanceof MillraceError && error.code === 'not_found')) throw error
  }
  throw new UnreachableError(
    `${service.url} opens no websocket at ${livePath}: it is overloaded, or a proxy does not pass websockets on`,
  )
}
