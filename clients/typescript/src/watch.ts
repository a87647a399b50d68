import { type Connection, UnreachableError } from './connection.ts'
import { LiveSocket, liveAddress, livePath } from './live-socket.ts'
import { dataOf, MillraceError } from './millrace-error.ts'
import { createQuery, type ParamsOf, type QueryOf, type QueryType, removeQuery } from './queries.ts'
import { wait } from './wait.ts'

export interface WatchOptions {
  /** Ends the loop when it aborts. */
  signal?: AbortSignal
  /** Gets why a connection ended or failed, and the milliseconds until the next attempt. */
  onReconnect?: (error: Error, waitMs: number) => void
}

const firstWaitMs = 500
const maxWaitMs = 30_000
/** The service closes so when the token ends. */
const policyViolation = 1008

/**
 * A query as it changes: each state, at most one a second. A slow reader gets the newest state, not the
 * backlog. Reconnects after a lost connection, and after answers that may change (429, 408 and 5xx). Throws
 * any other error. Ends when the signal aborts or the loop is left.
 */
export async function* watch<Type extends QueryType>(
  connection: Connection,
  type: Type,
  params: ParamsOf<Type>,
  { signal, onReconnect }: WatchOptions = {},
): AsyncGenerator<QueryOf<Type>, void, undefined> {
  // A wrong address would be tried again and again.
  liveAddress(connection.options.url)
  const left = new AbortController()
  const ended = AbortSignal.any([left.signal, ...(signal === undefined ? [] : [signal])])
  let backoffMs = firstWaitMs
  try {
    while (!ended.aborted) {
      let reason: Error
      try {
        const created = await createQuery(connection, type, params, ended)
        for await (const query of follow<Type>(connection, created.query_id ?? '', ended)) {
          backoffMs = firstWaitMs
          yield query
        }
        // The service dropped the query.
        reason = new UnreachableError(`${connection.options.url} ended the query`)
      } catch (error) {
        if (!mayChange(error)) throw error
        reason = error
      }
      if (ended.aborted) return
      const waitMs = Math.min(waitOf(reason) ?? backoffMs, maxWaitMs)
      onReconnect?.(reason, waitMs)
      await wait(waitMs, ended)
      backoffMs = Math.min(2 * backoffMs, maxWaitMs)
    }
  } catch (error) {
    if (!ended.aborted) throw error
  } finally {
    left.abort()
  }
}

/** Whether a later attempt may succeed. */
function mayChange(error: unknown): error is Error {
  if (error instanceof MillraceError)
    return error.status >= 500 || error.status === 429 || error.status === 408
  return error instanceof UnreachableError || (error instanceof DOMException && error.name === 'TimeoutError')
}

/** The milliseconds that the service asks to wait; undefined if it does not say. */
function waitOf(error: Error): number | undefined {
  if (!(error instanceof MillraceError) || error.retryAfter === undefined) return undefined
  return Math.max(firstWaitMs, error.retryAfter * 1_000)
}

/** The states of a query until it ends. Throws when the connection ends or is refused. */
async function* follow<Type extends QueryType>(
  connection: Connection,
  id: string,
  ended: AbortSignal,
): AsyncGenerator<QueryOf<Type>, void, undefined> {
  const socket = new LiveSocket(connection.options, ended)
  try {
    socket.send(['subscribe', 'query', id])
    for (let frame = await socket.next(); frame !== undefined; frame = await socket.next()) {
      const [kind, body] = frame
      // The frames of docs/api.md.
      if (kind === 'widget-update') yield (body as { data: QueryOf<Type> }).data
      if (kind === 'error') throw new MillraceError(400, body)
      if (kind === 'subscription-update' && !(body as { query: string[] }).query.includes(id)) return
    }
    if (socket.closeCode === policyViolation) throw new MillraceError(401, { code: 'authentication_failed' })
    if (!socket.wasOpen) await throwRefusal(connection, ended)
    throw new UnreachableError(`The connection to ${connection.options.url} ended`)
  } finally {
    socket.close()
    await removeQuery(connection, id)
  }
}

/**
 * Throws why a websocket was refused. A WebSocket does not say, so this asks again without an upgrade. The
 * service answers 404 `not_found` to such a request if it would accept a websocket.
 */
async function throwRefusal({ api, options }: Connection, ended: AbortSignal): Promise<never> {
  try {
    dataOf(await api.GET(livePath, { signal: ended }))
  } catch (error) {
    if (!(error instanceof MillraceError && error.code === 'not_found')) throw error
  }
  throw new UnreachableError(
    `${options.url} opens no websocket at ${livePath}: it is overloaded, or a proxy does not pass websockets on`,
  )
}
