import type { Connection } from './connection.ts'
import { LiveSocket } from './live-socket.ts'
import { MillraceError } from './millrace-error.ts'
import { createQuery, type ParamsOf, type QueryOf, type QueryType, removeQuery } from './queries.ts'
import { wait } from './wait.ts'

const firstWaitMs = 500
const maxWaitMs = 30_000
/** The service closes so when the token ends. */
const policyViolation = 1008

/**
 * A query as it changes: each state, at most one a second. A slow reader gets the newest state, not the
 * backlog. A lost connection is made again. Ends when the signal aborts or the loop is left. Throws a
 * MillraceError when the token ends.
 */
export async function* watch<Type extends QueryType>(
  connection: Connection,
  type: Type,
  params: ParamsOf<Type>,
  signal?: AbortSignal,
): AsyncGenerator<QueryOf<Type>, void, undefined> {
  const left = new AbortController()
  const ended = AbortSignal.any([left.signal, ...(signal === undefined ? [] : [signal])])
  let waitMs = firstWaitMs
  try {
    while (!ended.aborted) {
      const state = await connectOnce<Type>(connection, type, params, ended).catch(error => {
        if (ended.aborted || (error instanceof MillraceError && error.status < 500)) throw error
        return undefined
      })
      if (state !== undefined) {
        for await (const query of state) {
          waitMs = firstWaitMs
          yield query
        }
      }
      await wait(waitMs, ended)
      waitMs = Math.min(2 * waitMs, maxWaitMs)
    }
  } catch (error) {
    if (!ended.aborted) throw error
  } finally {
    left.abort()
  }
}

/** Creates the query and follows it until the connection or the query ends. */
async function connectOnce<Type extends QueryType>(
  connection: Connection,
  type: Type,
  params: ParamsOf<Type>,
  ended: AbortSignal,
): Promise<AsyncGenerator<QueryOf<Type>, void, undefined>> {
  const created = await createQuery(connection, type, params, ended)
  return follow<Type>(connection, created.query_id ?? '', ended)
}

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
  } finally {
    socket.close()
    await removeQuery(connection, id)
  }
}
