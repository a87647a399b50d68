import type { WebSocket } from '@fastify/websocket'
import type { FastifyBaseLogger } from 'fastify'
import type { Caller } from '../../metadata/identity.ts'
import type { QueryDesk } from '../../query/desk.ts'
import { Fault } from '../../schema/fault.ts'
import type { ClientFrame } from '../../schema/live.ts'
import { readerOf, requirePermission } from '../auth/access.ts'
import { commandOf, type QueryFrames, readFrame, serverFrame } from './frames.ts'
import { Outbox, type OutboxLimits } from './outbox.ts'

export interface ConnectionLimits extends OutboxLimits {
  /** Targets that one connection may be subscribed to. */
  subscriptions: number
}

export interface ConnectionDeps {
  desk: Pick<QueryDesk, 'watch'>
  frames: QueryFrames
  limits: ConnectionLimits
  log: FastifyBaseLogger
}

/** One client of /ws/live-updates: its commands, its subscriptions, and what is sent to it. */
export class LiveConnection {
  readonly #socket: WebSocket
  readonly #deps: ConnectionDeps
  readonly #outbox: Outbox
  /** Stops the watching of a query, by query_id, in the order of subscription. */
  readonly #queries = new Map<string, () => void>()
  #caller: Caller
  #unanswered = 0
  #ending = false

  constructor(socket: WebSocket, caller: Caller, deps: ConnectionDeps) {
    this.#socket = socket
    this.#caller = caller
    this.#deps = deps
    this.#outbox = new Outbox(socket, deps.limits, () => {
      if (!this.#outbox.full) socket.resume()
    })
    socket.on('message', data => {
      this.#unanswered = 0
      if (this.#ending) return
      // Sockets have the default binaryType: a message is one Buffer.
      this.#take(String(data))
      // Answers that nobody reads must not pile up: no further command until the socket has room again.
      if (this.#outbox.full) socket.pause()
    })
    socket.on('pong', () => {
      this.#unanswered = 0
    })
    socket.on('close', () => this.#release())
  }

  get caller(): Caller {
    return this.#caller
  }

  /** Pings; a client that answered none of the last two is gone. */
  ping(): void {
    if (this.#unanswered >= 2) this.#socket.terminate()
    else if (this.#socket.readyState === this.#socket.OPEN) {
      this.#unanswered++
      this.#socket.ping()
    }
  }

  /** Ends the connection when its client has stopped reading. */
  endIfStalled(now: number): void {
    if (this.#outbox.isStalled(now)) this.end(1013, 'reading too slowly')
  }

  end(code: number, reason: string): void {
    this.#ending = true
    this.#release()
    this.#socket.resume()
    this.#socket.close(code, reason)
  }

  /** Ends the connection without a word. */
  terminate(): void {
    this.#socket.terminate()
  }

  /** Takes changed rights over: what is watched is watched with them, what they do not allow ends. */
  adopt(caller: Caller): void {
    if (this.#ending) return
    const changed = rightsOf(caller) !== rightsOf(this.#caller)
    this.#caller = caller
    if (!changed) return
    const before = this.#queries.size
    for (const [id, stop] of [...this.#queries]) {
      stop()
      this.#drop(id)
      try {
        this.#watch(id)?.()
      } catch (error) {
        this.#deps.log.debug({ err: error }, 'a subscription ended with the rights of its client')
      }
    }
    if (this.#queries.size < before) this.#confirm()
  }

  #take(text: string): void {
    try {
      this.#obey(readFrame(text))
    } catch (error) {
      const fault = error instanceof Fault ? error : new Fault('internal')
      if (fault !== error) this.#deps.log.error({ err: error }, 'live update command failed')
      const { code, detail } = fault
      this.#outbox.reply(serverFrame(['error', { code, detail, command: commandOf(text) }]))
    }
  }

  #obey(frame: ClientFrame): void {
    const [command, kind, id] = frame
    if (command === 'ping') {
      this.#outbox.reply(serverFrame(['pong']))
      return
    }
    if (command === 'unsubscribe') {
      if (kind === 'all') this.#dropAll()
      else if (kind === 'query') this.#stop(id)
      this.#confirm()
      return
    }
    // Widgets and dashboards of nobody: there are none yet.
    if (kind !== 'query') throw new Fault('not_found')
    if (this.#queries.has(id)) {
      this.#confirm()
      return
    }
    const { subscriptions } = this.#deps.limits
    if (this.#queries.size >= subscriptions) {
      throw new Fault('throttled', { detail: `A connection takes at most ${subscriptions} subscriptions.` })
    }
    const deliver = this.#watch(id)
    this.#confirm()
    deliver?.()
  }

  /**
   * Starts watching. The first state, where the desk tells it at once, is held back for the returned function, so that
   * it follows the confirmation.
   */
  #watch(id: string): (() => void) | undefined {
    let held: string | null = null
    let holding = true
    let over = false
    let watching = false
    const { desk, frames } = this.#deps
    requirePermission('search', this.#caller)
    const stop = desk.watch(
      readerOf(this.#caller),
      id,
      text => {
        if (holding) held = text
        else this.#outbox.update(targetOf(id), frames.of(text))
      },
      () => {
        over = true
        if (!watching || this.#queries.get(id) !== stop) return
        this.#drop(id)
        this.#confirm()
      },
    )
    if (over) return undefined
    watching = true
    this.#queries.set(id, stop)
    return () => {
      holding = false
      if (held !== null) this.#outbox.update(targetOf(id), frames.of(held))
    }
  }

  /** The client no longer wants it. */
  #stop(id: string): void {
    this.#queries.get(id)?.()
    this.#drop(id)
  }

  #drop(id: string): void {
    this.#queries.delete(id)
    this.#outbox.forget(targetOf(id))
  }

  #dropAll(): void {
    for (const id of [...this.#queries.keys()]) this.#stop(id)
  }

  #release(): void {
    this.#dropAll()
    this.#outbox.clear()
  }

  #confirm(): void {
    const query = [...this.#queries.keys()]
    const frame = serverFrame(['subscription-update', { query, widget: [], dashboard: [] }])
    // The newest list is the true one, so it waits like a state and cannot pile up.
    this.#outbox.update('subscriptions', Buffer.from(frame))
  }
}

function targetOf(id: string): string {
  return `query ${id}`
}

/** Equal for callers who see the same. */
function rightsOf({ permissions, hosts }: Caller): string {
  return JSON.stringify([[...permissions].sort(), [...hosts].sort()])
}
