import {
  type Frame,
  LiveSocket,
  type Socket,
  type SocketListener,
} from '../../../clients/typescript/src/live-socket.ts'
import { reconnectDelayMs } from '../../../clients/typescript/src/reconnect-delay.ts'
import type { ClientFrame, ServerFrame } from '../../schema/query/live.ts'
import { isObject } from '../../schema/text/json-object.ts'
import type { NotificationCounts } from '../../schema/triggers/notification.ts'
import type { Clock } from '../state/clock.ts'
import { Observable } from '../state/observable.ts'

/**
 * `off`: not connected, before `connect` and after `close`. `waiting`: before the next attempt after a
 * failure.
 */
export type ConnectionState = 'off' | 'connecting' | 'open' | 'waiting'

/** Gets what the connection receives about one query. */
export interface QueryListener {
  /** `data` has the shape of GET for the query. */
  update(data: unknown): void
  /** The service does not know the query; create it again. */
  lost(): void
}

/**
 * The connection to /ws/live-updates, shared by the whole page. After a loss it reconnects and subscribes
 * again.
 */
export class LiveConnection {
  readonly state = new Observable<ConnectionState>('off')
  /** Failed attempts since the connection was last open, with the loss of that connection. */
  failures = 0
  readonly #openSocket: (listener: SocketListener) => Socket
  readonly #clock: Clock
  /**
   * Listeners by query_id: the subscriptions that the service has or will get when the connection is open.
   */
  readonly #queries = new Map<string, Set<QueryListener>>()
  /** Subscriptions that the service has listed. If a later list lacks one, the service has ended it. */
  readonly #listed = new Set<string>()
  /**
   * Queries whose unsubscription the service has not confirmed: its list still has them. A new subscription
   * waits for that.
   */
  readonly #unsubscribing = new Set<string>()
  readonly #notifications = new Set<(counts: NotificationCounts) => void>()
  #socket: LiveSocket | undefined
  #cancelTimer: () => void = () => {}

  constructor(openSocket: (listener: SocketListener) => Socket, clock: Clock) {
    this.#openSocket = openSocket
    this.#clock = clock
  }

  /** Connects at once, without waiting for the end of a delay. */
  connect(): void {
    if (this.#socket) return
    this.#cancelTimer()
    this.state.set('connecting')
    const listener = {
      opened: () => this.#onOpen(),
      received: (frame: Frame) => this.#onFrame(frame),
      ended: () => this.#onEnd(),
    }
    this.#socket = new LiveSocket(this.#openSocket, listener, this.#clock)
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
      if (!this.#unsubscribing.has(id)) this.#send(['subscribe', 'query', id])
    }
    return () => {
      const listeners = this.#queries.get(id)
      if (!listeners?.delete(listener) || listeners.size > 0) return
      this.#queries.delete(id)
      this.#listed.delete(id)
      // A new subscription may still wait for the confirmation of an earlier unsubscription.
      if (this.state.get() !== 'open' || this.#unsubscribing.has(id)) return
      this.#unsubscribing.add(id)
      this.#send(['unsubscribe', 'query', id])
    }
  }

  /**
   * Calls `listener` with the counts of notifications after each change, and whenever the page subscribes:
   * for its first listener and after a reconnection. Returns a function that removes the listener.
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
    this.#listed.clear()
    this.#unsubscribing.clear()
    this.state.set('open')
    for (const id of this.#queries.keys()) this.#send(['subscribe', 'query', id])
    if (this.#notifications.size > 0) this.#send(['subscribe', 'notifications'])
  }

  #onFrame(received: Frame): void {
    // Both sides declare the members with one schema.
    const frame = received as unknown as ServerFrame
    if (frame[0] === 'widget-update') {
      const { data } = frame[1]
      const id = isObject(data) ? String(data.query_id) : ''
      for (const listener of [...(this.#queries.get(id) ?? [])]) listener.update(data)
    }
    if (frame[0] === 'notifications-update')
      for (const listener of [...this.#notifications]) listener(frame[1])
    if (frame[0] === 'subscription-update') this.#applyList(new Set(frame[1].query))
    if (frame[0] === 'error') {
      const [command, kind, id] = Array.isArray(frame[1].command) ? frame[1].command : []
      if (command === 'subscribe' && kind === 'query') this.#notifyLost(String(id))
    }
  }

  /**
   * Applies the service's list of subscriptions: confirms unsubscriptions, and notifies listeners of queries
   * that the service no longer lists.
   */
  #applyList(queries: ReadonlySet<string>): void {
    for (const id of [...this.#unsubscribing]) {
      if (queries.has(id)) continue
      this.#unsubscribing.delete(id)
      if (this.#queries.has(id)) this.#send(['subscribe', 'query', id])
    }
    const ended = [...this.#listed].filter(id => !queries.has(id))
    for (const id of queries) if (this.#queries.has(id) && !this.#unsubscribing.has(id)) this.#listed.add(id)
    for (const id of ended) this.#notifyLost(id)
  }

  #notifyLost(id: string): void {
    this.#listed.delete(id)
    const listeners = this.#queries.get(id)
    this.#queries.delete(id)
    for (const listener of listeners ?? []) listener.lost()
  }

  #onEnd(): void {
    this.#socket = undefined
    this.failures += 1
    this.state.set('waiting')
    const delayMs = reconnectDelayMs(this.failures, this.#clock.random())
    this.#cancelTimer = this.#clock.after(delayMs, () => this.connect())
  }

  #send(frame: ClientFrame): void {
    this.#socket?.send(frame)
  }
}
