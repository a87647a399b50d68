import type { WebSocket } from '@fastify/websocket'
import type { FastifyBaseLogger } from 'fastify'
import type { Caller } from '../../metadata/identity.ts'
import type { Reader } from '../../query/query-service.ts'
import { Fault } from '../../schema/fault.ts'
import type { ClientFrame } from '../../schema/live.ts'
import { readerOf, requirePermission } from '../auth/access.ts'
import { encodeFrame, parseFrame, receivedFrame, type UpdateEncoder } from './frames.ts'
import { Outbox, type OutboxLimits } from './outbox.ts'
import { Subscriptions } from './subscriptions.ts'
import type { ChangedIds, Target, Targets } from './targets.ts'

export interface ConnectionLimits extends OutboxLimits {
  /** Targets that one connection may be subscribed to. */
  maxSubscriptions: number
}

export interface ConnectionDeps {
  targets: Targets
  frames: UpdateEncoder
  limits: ConnectionLimits
  log: FastifyBaseLogger
}

/** Commands that wait; past it no further one is read. What the socket has read already, 64 KiB or so, comes on top. */
const maxQueuedCommands = 16

/** One client of /ws/live-updates: its commands, its subscriptions, and what is sent to it. */
export class LiveConnection {
  readonly #socket: WebSocket
  readonly #log: FastifyBaseLogger
  readonly #outbox: Outbox
  readonly #subscriptions: Subscriptions
  #caller: Caller
  #reader: Reader
  /** Commands, and what changes bring with them, are done one after the other. */
  #last: Promise<void> = Promise.resolve()
  #waiting = 0
  #refreshing = false
  #unanswered = 0
  #ending = false

  constructor(socket: WebSocket, caller: Caller, { targets, frames, limits, log }: ConnectionDeps) {
    this.#socket = socket
    this.#caller = caller
    this.#reader = readerOf(caller)
    this.#log = log
    this.#outbox = new Outbox(socket, limits, () => this.#readAsRoomAllows())
    this.#subscriptions = new Subscriptions({
      targets,
      frames,
      outbox: this.#outbox,
      reader: () => this.#reader,
      checkPermission: () => requirePermission('search', this.#caller),
      maxSubscriptions: limits.maxSubscriptions,
      scheduleRefresh: () => this.#refreshSoon(),
      log,
    })
    socket.on('message', data => {
      this.#unanswered = 0
      // Sockets have the default binaryType: a message is one Buffer.
      this.#do(() => this.#take(String(data)))
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
  closeIfStalled(now: number): void {
    if (this.#outbox.isStalled(now)) this.close(1013, 'reading too slowly')
  }

  close(code: number, reason: string): void {
    this.#release()
    this.#socket.resume()
    this.#socket.close(code, reason)
  }

  /** Ends the connection without a word. */
  terminate(): void {
    this.#socket.terminate()
  }

  /** Takes changed rights over: what is watched is watched with them, what they do not allow ends. */
  updateCaller(caller: Caller): void {
    if (this.#ending || rightsKey(caller) === rightsKey(this.#caller)) return
    this.#caller = caller
    this.#reader = readerOf(caller)
    this.#subscriptions.detachAll()
  }

  /** Widgets have changed. */
  widgetsChanged(widgetsChanged: ChangedIds): void {
    if (!this.#ending) this.#subscriptions.widgetsChanged(widgetsChanged)
  }

  #refreshSoon(): void {
    if (this.#refreshing) return
    this.#refreshing = true
    this.#do(() => {
      this.#refreshing = false
      return this.#subscriptions.refresh()
    })
  }

  #do(job: () => Promise<void>): void {
    this.#waiting++
    this.#last = this.#last
      .then(() => (this.#ending ? undefined : job()))
      .catch(error => this.#log.error({ err: error }, 'live updates failed'))
      .finally(() => {
        this.#waiting--
        this.#readAsRoomAllows()
      })
    this.#readAsRoomAllows()
  }

  /** Answers that nobody reads must not pile up, nor commands: no further one is read until there is room again. */
  #readAsRoomAllows(): void {
    if (this.#ending) return
    if (this.#outbox.isFull || this.#waiting > maxQueuedCommands) this.#socket.pause()
    else if (this.#socket.isPaused) this.#socket.resume()
  }

  async #take(text: string): Promise<void> {
    try {
      await this.#obey(parseFrame(text))
    } catch (error) {
      const fault = error instanceof Fault ? error : new Fault('internal')
      if (fault !== error) this.#log.error({ err: error }, 'live update command failed')
      const { code, detail } = fault
      this.#outbox.reply(encodeFrame(['error', { code, detail, command: receivedFrame(text) }]))
    }
  }

  async #obey(frame: ClientFrame): Promise<void> {
    if (frame[0] === 'ping') {
      this.#outbox.reply(encodeFrame(['pong']))
      return
    }
    const subscriptions = this.#subscriptions
    if (frame[0] === 'subscribe') {
      await subscriptions.add(targetOfFrame(frame))
      return
    }
    if (frame[1] === 'all') subscriptions.clear()
    else subscriptions.remove(targetOfFrame(frame))
    subscriptions.sendConfirmation()
  }

  #release(): void {
    this.#ending = true
    this.#subscriptions.clear()
    this.#outbox.clear()
  }
}

function targetOfFrame([, kind, id]: Exclude<ClientFrame, ['ping'] | ['unsubscribe', 'all']>): Target {
  return kind === 'query' ? { kind, id } : { kind, id }
}

/** Equal for callers who see the same. */
function rightsKey({ permissions, hosts }: Caller): string {
  return JSON.stringify([[...permissions].sort(), [...hosts].sort()])
}
