import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { QueryRepresentation } from '../../src/schema/query/query.ts'
import type { Client } from './client.ts'

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
  readonly #socket: WebSocket

  private constructor(socket: WebSocket) {
    this.#socket = socket
  }

  /** Resolves when the subscription to a query is confirmed; `onUpdate` gets the current state, then each change. */
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
    const socket = new WebSocket(url, { headers: { ...client.headers } })
    const confirmed = Promise.withResolvers<void>()
    socket.on('message', bytes => {
      const [kind, body] = JSON.parse(String(bytes))
      if (kind === 'subscription-update') confirmed.resolve()
      else if (kind === 'widget-update') onUpdate(body)
      else confirmed.reject(new Error(`The websocket says ${bytes}`))
    })
    socket.once('error', error => confirmed.reject(error))
    await once(socket, 'open')
    socket.send(JSON.stringify(['subscribe', ...target]))
    await confirmed.promise
    return new LiveUpdates(socket)
  }

  async close(): Promise<void> {
    this.#socket.close()
    await once(this.#socket, 'close')
  }
}
