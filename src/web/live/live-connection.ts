import type { ServerFrame } from '../../schema/live.ts'
import { Observable } from '../state/observable.ts'
import type { Clock } from './clock.ts'
import { readFrame } from './server-frame.ts'

/** The part of a WebSocket that is needed. */
export interface Socket {
  send(text: string): void
  close(): void
  onopen: (() => void) | null
  onclose: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
}

/** `off`: nothing to do. `waiting`: the connection was lost or refused, another try follows. */
export type ConnectionState = 'off' | 'connecting' | 'open' | 'waiting'

export interface QueryListener {
  /** The query as GET would show it. */
  update(data: unknown): void
  /** The service does not (or no longer) serve this query; it must be created anew. */
  lost(): void
}

const minRetryMs = 500
const maxRetryMs = 30_000
/** After this long without a word the service is asked for one; after `replyTimeoutMs` more, the connection counts as dead. */
const pingAfterMs = 20_000
const replyTimeoutMs = 10_000

/**
 * The one connection to /ws/live-updates that everything on the page shares. It is opened with the first `connect`,
 * comes back by itself after a loss (exponential delays with chance, 0.5 s to 30 s) and then subscribes again to what is
 * still wanted. Knows no DOM: the socket and the clock are handed in.
 */
export class LiveConnection {
  readonly state = new Observable<ConnectionState>('off')
  /** Failed tries since the connection last stood. */
  failures = 0
  readonly #openSocket: () => Socket
  readonly #clock: Clock
  readonly #queries = new Map<string, Set<QueryListener>>()
  #socket: Socket | undefined
  #callOff: () => void = () => {}

  constructor(openSocket: () => Socket, clock: Clock) {
    this.#openSocket = openSocket
    this.#clock = clock
  }

  /** Opens at once, also in the middle of a delay (the network is back, the person came back). */
  connect(): void {
    if (this.#socket) return
    this.#callOff()
    this.state.set('connecting')
    const socket = this.#openSocket()
    this.#socket = socket
    // Handlers of a socket that was given up must not touch its successor.
    const mine = (act: () => void) => () => {
      if (this.#socket === socket) act()
    }
    socket.onopen = mine(() => this.#opened())
    socket.onclose = mine(() => this.#dropped())
    socket.onmessage = event => mine(() => this.#heard(event.data))()
    // A handshake that hangs is a loss too.
    this.#callOff = this.#clock.after(replyTimeoutMs, () => this.#giveUp())
  }

  /** Ends the connection for good; `connect` starts anew. Subscriptions are kept. */
  close(): void {
    this.#callOff()
    const socket = this.#socket
    this.#socket = undefined
    this.failures = 0
    this.state.set('off')
    socket?.close()
  }

  /** Watches a query. Returns the function that ends it; the last one to end unsubscribes. */
  watchQuery(id: string, listener: QueryListener): () => void {
    const listeners = this.#queries.get(id)
    if (listeners) listeners.add(listener)
    else {
      this.#queries.set(id, new Set([listener]))
      this.#send(['subscribe', 'query', id])
    }
    return () => {
      const others = this.#queries.get(id)
      if (!others?.delete(listener) || others.size > 0) return
      this.#queries.delete(id)
      this.#send(['unsubscribe', 'query', id])
    }
  }

  #opened(): void {
    this.failures = 0
    this.state.set('open')
    for (const id of this.#queries.keys()) this.#send(['subscribe', 'query', id])
    this.#listenOn()
  }

  #heard(data: unknown): void {
    this.#listenOn()
    const frame = readFrame(data)
    if (frame) this.#follow(frame)
  }

  #follow(frame: ServerFrame): void {
    if (frame[0] === 'widget-update') {
      const { data } = frame[1]
      const id = queryIdOf(data)
      if (id !== undefined) for (const listener of [...(this.#queries.get(id) ?? [])]) listener.update(data)
    }
    if (frame[0] === 'error') {
      const [command, kind, id] = Array.isArray(frame[1].command) ? frame[1].command : []
      if (command === 'subscribe' && kind === 'query') this.#lose(String(id))
    }
  }

  #lose(id: string): void {
    const listeners = this.#queries.get(id)
    this.#queries.delete(id)
    for (const listener of listeners ?? []) listener.lost()
  }

  /** Starts the wait for the next word anew. */
  #listenOn(): void {
    this.#callOff()
    this.#callOff = this.#clock.after(pingAfterMs, () => {
      this.#send(['ping'])
      this.#callOff = this.#clock.after(replyTimeoutMs, () => this.#giveUp())
    })
  }

  #giveUp(): void {
    const socket = this.#socket
    this.#dropped()
    socket?.close()
  }

  #dropped(): void {
    this.#callOff()
    this.#socket = undefined
    // Half of each delay is chance, so that a hundred pages do not return in the same moment.
    const delay = Math.min(maxRetryMs, minRetryMs * 2 ** Math.min(this.failures, 16))
    this.failures += 1
    this.state.set('waiting')
    this.#callOff = this.#clock.after(delay / 2 + (delay / 2) * this.#clock.random(), () => this.connect())
  }

  #send(frame: readonly unknown[]): void {
    if (this.state.get() === 'open') this.#socket?.send(JSON.stringify(frame))
  }
}

function queryIdOf(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('query_id' in data)) return undefined
  return typeof data.query_id === 'string' ? data.query_id : undefined
}
