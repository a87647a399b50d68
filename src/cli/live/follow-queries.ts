import { WebSocket } from 'ws'
import type { OpenSocket } from '../../../clients/typescript/src/live-socket.ts'
import { watchAll } from '../../../clients/typescript/src/watch.ts'
import type { QueryRepresentation, QueryType } from '../../schema/query/query.ts'
import type { JsonObject } from '../../schema/text/json-object.ts'
import { thrownText } from '../../schema/thrown-text.ts'
import { throwAsExit } from '../remote/refusal.ts'
import { type RemoteOptions, remoteAccess } from '../remote/remote.ts'

/** Callbacks of `followQueries`. */
export interface FollowListener {
  /** A state of the query with that index, complete or partial. */
  update(index: number, query: QueryRepresentation): void
  /** The connection is lost; reconnecting. */
  lost(reason: string): void
  /** The connection is back, after `lost`. */
  restored(): void
}

/**
 * A websocket that can end at once. Node's own WebSocket waits for the closing handshake, and keeps the
 * process running if the service does not answer.
 */
const openSocket: OpenSocket = (address, protocols, { opened, received, closed }) => {
  const socket = new WebSocket(address, protocols)
  socket.on('open', opened)
  socket.on('message', received)
  socket.on('close', closed)
  // A `close` event follows each `error` event.
  socket.on('error', () => {})
  return { send: text => socket.send(text), close: () => socket.terminate() }
}

/**
 * Follows queries over the service's websocket until `signal` aborts. After a loss, as by a restart of the
 * service, it reconnects and posts the queries again. Throws an Error if the service refuses a query or the
 * token, or does not answer the first attempt.
 */
export async function followQueries(
  remote: RemoteOptions,
  requests: readonly { type: QueryType; params: JsonObject }[],
  listener: FollowListener,
  signal: AbortSignal,
): Promise<void> {
  const service = { ...remoteAccess(remote), openSocket }
  let isFirst = true
  let isLost = false
  const onReconnect = (error: Error) => {
    if (isFirst) throw error
    if (!isLost) listener.lost(thrownText(error))
    isLost = true
  }
  try {
    for await (const [index, query] of watchAll(service, requests, { signal, onReconnect })) {
      isFirst = false
      if (isLost) listener.restored()
      isLost = false
      // Both types are made from one declaration.
      listener.update(index, query as QueryRepresentation)
    }
  } catch (error) {
    throwAsExit(error)
  }
}
