import { reconnectDelay } from '../../../clients/typescript/src/reconnect-delay.ts'
import type { ServerFrame } from '../../schema/query/live.ts'
import { isObject } from '../../schema/text/json-object.ts'
import type { NotificationCounts } from '../../schema/triggers/notification.ts'
import { parseJson } from '../api/http/request.ts'
import type { Clock } from '../state/clock.ts'
import { Observable } from '../state/observable.ts'

const kinds = new Set(['subscription-update', 'widget-update', 'notifications-update', 'error', 'pong'])

/** The used part of WebSocket. */
export interface Socket {
  send(text: string): void
  close(): void
  onopen: (() => void) | null
  onclose: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
}

/** `waiting`: before the next attempt after a failure. */
export type ConnectionState = 'off' | 'connecting' | 'open' | 'waiting'

export interface QueryListener {
  /** `data` has the shape of GET for the query. */
  update(data: unknown): void
  /** The service does not know the query; create it again. */
  lost(): void
}

/**
 * Sends a ping after this time without a frame; without a reply within `replyTimeoutMs` the connection is
 * dead.
 */
const pingAfterMs = 20_000
const replyTimeoutMs = 10_000

/**
 * The connection to /ws/live-updates, shared by the whole page. After a loss it reconnects and subscribes
 * again.
 */
export class LiveConnection {
  readonly state = new Observable<ConnectionState>('off')
  /** Failures since the last open connection. */
  failures = 0
  readonly #openSocket: () => Socket
  readonly #clock: Clock
  readonly #queries = new Map<string, Set<QueryListener>>()
  readonly #notifications = new Set<(counts: NotificationCounts) => void>()
  #socket: Socket | undefined
  #cancelTimer: () => void = () => {}

  constructor(openSocket: () => Socket, clock: Clock) {
    this.#openSocket = openSocket
    this.#clock = clock
  }

  /** Connects at once, also during a delay. */
  connect(): void {
    if (this.#socket) return
    this.#cancelTimer()
    this.state.set('connecting')
    const socket = this.#openSocket()
    this.#socket = socket
    // Ignores events of an abandoned socket.
    const ifCurrent = (act: () => void) => () => {
      if (this.#socket === socket) act()
    }
    socket.onopen = ifCurrent(() => this.#onOpen())
    socket.onclose = ifCurrent(() => this.#onClose())
    socket.onmessage = event => ifCurrent(() => this.#onMessage(event.data))()
    // A handshake that hangs counts as a failure.
    this.#cancelTimer = this.#clock.after(replyTimeoutMs, () => this.#abandon())
  }

  /** Closes the connection until `connect`. Subscriptions are kept. */
  close(): void {
    this.#cancelTimer()
    const socket = this.#socket
    this.#socket = undefined
    this.failures = 0
    this.state.set('off')
    socket?.close()
  }

  /** Subscribes to a query. Returns a function that removes the listener; the last one unsubscribes. */
  watchQuery(id: string, listener: QueryListener): () => void {
    const listeners = this.#queries.get(id)
    if (listeners) listeners.add(listener)
    else {
      this.#queries.set(id, new Set([listener]))
      this.#send(['subscribe', 'query', id])
    }
    return () => {
      const listeners = this.#queries.get(id)
      if (!listeners?.delete(listener) || listeners.size > 0) return
      this.#queries.delete(id)
      this.#send(['unsubscribe', 'query', id])
    }
  }

  /**
   * Reports the number of unread notifications: at once, and after each change. Returns a function that ends
   * it.
   */
  watchNotifications(listener: (counts: NotificationCounts) => void): () => void {
    this.#notifications.add(listener)
    if (this.#notifications.size === 1) this.#send(['subscribe', 'notifications'])
    return () => {
      if (this.#notifications.delete(listener) && this.#notifications.size === 0)
        this.#send(['unsubscribe', 'notifications'])
    }
  }

  #onOpen(): void {
    this.failures = 0
    this.state.set('open')
    for (const id of this.#queries.keys()) this.#send(['subscribe', 'query', id])
    if (this.#notifications.size > 0) this.#send(['subscribe', 'notifications'])
    this.#restartIdleTimer()
  }

  #onMessage(data: unknown): void {
    this.#restartIdleTimer()
    const frame = readFrame(data)
    if (frame?.[0] === 'widget-update') {
      const { data } = frame[1]
      const id = isObject(data) ? String(data.query_id) : ''
      for (const listener of [...(this.#queries.get(id) ?? [])]) listener.update(data)
    }
    if (frame?.[0] === 'notifications-update')
      for (const listener of [...this.#notifications]) listener(frame[1])
    if (frame?.[0] === 'error') {
      const [command, kind, id] = Array.isArray(frame[1].command) ? frame[1].command : []
      if (command === 'subscribe' && kind === 'query') this.#notifyLost(String(id))
    }
  }

  #notifyLost(id: string): void {
    const listeners = this.#queries.get(id)
    this.#queries.delete(id)
    for (const listener of listeners ?? []) listener.lost()
  }

  #restartIdleTimer(): void {
    this.#cancelTimer()
    this.#cancelTimer = this.#clock.after(pingAfterMs, () => {
      this.#send(['ping'])
      this.#cancelTimer = this.#clock.after(replyTimeoutMs, () => this.#abandon())
    })
  }

  #abandon(): void {
    const socket = this.#socket
    this.#onClose()
    socket?.close()
  }

  #onClose(): void {
    this.#cancelTimer()
    this.#socket = undefined
    this.failures += 1
    this.state.set('waiting')
    const delay = reconnectDelay(this.failures, this.#clock.random())
    this.#cancelTimer = this.#clock.after(delay, () => this.connect())
  }

  #send(frame: readonly unknown[]): void {
    if (this.state.get() === 'open') this.#socket?.send(JSON.stringify(frame))
  }
}

/** Parses a frame of the service; undefined for an unknown kind. */
function readFrame(data: unknown): ServerFrame | undefined {
  const frame = parseJson(String(data))
  if (!Array.isArray(frame) || !kinds.has(String(frame[0]))) return undefined
  if (frame[0] !== 'pong' && !isObject(frame[1])) return undefined
  // Kind and body are checked above; both sides declare the members with one schema.
  return frame as unknown as ServerFrame
}
