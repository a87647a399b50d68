import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { QueryRepresentation } from '../../src/schema/query/query.ts'
import type { Client } from './client.ts'

const timeoutMs = 120_000

/** A subscription target. */
export type Target = ['query', string] | ['widget' | 'dashboard', number]

/** A `widget-update` of the websocket. */
export interface Update {
  widget_id: number | null
  dashboard_id: number | null
  data: QueryRepresentation
}

/** A websocket that is subscribed to one target. */
export class LiveUpdates {
  /** Resolves when the connection has ended, no matter which side ended it. */
  readonly closed: Promise<void>
  readonly #socket: WebSocket

  private constructor(socket: WebSocket, closed: Promise<void>) {
    this.#socket = socket
    this.closed = closed
  }

  /**
   * Resolves when the subscription to a query is confirmed; `onUpdate` gets the current state, then each
   * change.
   */
  static subscribe(
    client: Client,
    queryId: string,
    onUpdate: (data: QueryRepresentation) => void,
  ): Promise<LiveUpdates> {
    return LiveUpdates.open(client, ['query', queryId], ({ data }) => onUpdate(data))
  }

  /** The same for any target. */
  static async open(
    client: Client,
    target: Target,
    onUpdate: (update: Update) => void,
  ): Promise<LiveUpdates> {
    const url = `${client.url.replace('http', 'ws')}/ws/live-updates`
    const socket = new WebSocket(url, { headers: { ...client.headers }, handshakeTimeout: timeoutMs })
    const confirmed = Promise.withResolvers<void>()
    const closed = new Promise<void>(resolve => socket.once('close', () => resolve()))
    void closed.then(() => confirmed.reject(new Error('The websocket was closed')))
    // It may be rejected before anything waits for it.
    confirmed.promise.catch(() => {})
    socket.on('message', bytes => {
      const [kind, body] = JSON.parse(String(bytes))
      if (kind === 'subscription-update') confirmed.resolve()
      else if (kind === 'widget-update') onUpdate(body)
      else confirmed.reject(new Error(`The websocket says ${bytes}`))
    })
    // A broken connection is also closed.
    socket.on('error', error => confirmed.reject(error))
    await once(socket, 'open')
    socket.send(JSON.stringify(['subscribe', ...target]))
    await confirmed.promise
    return new LiveUpdates(socket, closed)
  }

  async close(): Promise<void> {
    this.#socket.close()
    await this.closed
  }
}
