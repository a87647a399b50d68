import { setTimeout } from 'node:timers/promises'
import type { WebSocket } from '@fastify/websocket'
import type { FastifyBaseLogger } from 'fastify'
import pLimit from 'p-limit'
import type { NotificationFeed } from '../../alerts/notifications/notification-feed.ts'
import type { Caller } from '../../metadata/identity/identity.ts'
import type { Reader } from '../../query/query-service.ts'
import { readerWith } from '../../query/reader.ts'
import { Fault } from '../../schema/fault.ts'
import type { ClientFrame } from '../../schema/query/live.ts'
import { requirePermission } from '../auth/access.ts'
import type { RemoteQueries } from '../nodes/remote-queries.ts'
import type { CommandLimits, CommandRates } from './command-rates.ts'
import { encodeFrame, parseFrame, receivedFrame, type UpdateEncoder } from './frames.ts'
import { Heartbeat } from './heartbeat.ts'
import type { HubConnection } from './hub.ts'
import { Outbox, type OutboxLimits } from './outbox.ts'
import { Subscriptions } from './subscriptions.ts'
import type { ChangedIds, Target, Targets } from './targets.ts'

/** Limits of one connection, besides the rate of commands, which is of one user. */
export interface ConnectionLimits extends OutboxLimits, CommandLimits {
  maxSubscriptions: number
}

/**
 * With more queued commands than this, the socket is paused. About 64 KiB that it has already read still
 * arrive.
 */
const maxQueuedCommands = 16

/** One client of /ws/live-updates: reads its commands, holds its subscriptions and outbox. */
export class ClientConnection implements HubConnection {
  readonly #socket: WebSocket
  readonly #log: FastifyBaseLogger
  readonly #heartbeat: Heartbeat
  readonly #outbox: Outbox
  readonly #subscriptions: Subscriptions
  /** This client's queries on other nodes; undefined without other nodes. */
  readonly #remote: RemoteQueries | undefined
  /** Runs commands and refreshes one after the other. */
  readonly #queue = pLimit(1)
  #caller: Caller
  #reader: Reader
  #isRefreshScheduled = false
  #isClosed = false

  constructor(
    socket: WebSocket,
    caller: Caller,
    deps: {
      targets: Targets
      notifications: NotificationFeed
      frames: UpdateEncoder
      limits: ConnectionLimits
      /** Shared by all connections. */
      commandRates: CommandRates
      remote: RemoteQueries | undefined
      log: FastifyBaseLogger
    },
  ) {
    const { targets, notifications, frames, limits, commandRates, remote, log } = deps
    this.#remote = remote
    this.#socket = socket
    this.#caller = caller
    this.#reader = readerWith(caller)
    this.#log = log
    this.#heartbeat = new Heartbeat(socket)
    this.#outbox = new Outbox(socket, limits, () => this.#pauseOrResume())
    this.#subscriptions = new Subscriptions({
      targets,
      notifications,
      frames,
      outbox: this.#outbox,
      reader: () => this.#reader,
      remote,
      checkPermission: permission => requirePermission(permission, this.#caller),
      maxSubscriptions: limits.maxSubscriptions,
      scheduleRefresh: () => this.#scheduleRefresh(),
      log,
    })
    socket.on('message', data => {
      // Sockets have the default binaryType: a message is one Buffer.
      this.#enqueue(async () => {
        const waitMs = commandRates.take(this.#caller.user.id, performance.now())
        if (waitMs > 0) await setTimeout(waitMs, undefined, { ref: false })
        if (!this.#isClosed) await this.#handleMessage(String(data))
      })
    })
    socket.on('close', () => this.#release())
  }

  get caller(): Caller {
    return this.#caller
  }

  get waitingBytes(): number {
    return this.#outbox.waitingBytes
  }

  ping(): void {
    this.#heartbeat.ping()
  }

  closeIfStalled(now: number): void {
    if (this.#outbox.isStalled(now)) this.close(1013, 'reading too slowly')
  }

  close(code: number, reason: string): void {
    this.#release()
    // A paused socket would not read the client's close frame, and stay open until a timeout.
    this.#socket.resume()
    this.#socket.close(code, reason)
  }

  /** Ends the connection without a close frame. */
  terminate(): void {
    this.#socket.terminate()
  }

  /**
   * Applies changed rights of the caller. Stops all updates, then refreshes every subscription with the new
   * rights. A subscription that they do not allow ends.
   */
  updateCaller(caller: Caller): void {
    if (this.#isClosed || rightsKey(caller) === rightsKey(this.#caller)) return
    this.#caller = caller
    this.#reader = readerWith(caller)
    this.#subscriptions.recheckAll()
  }

  widgetsChanged(changedIds: ChangedIds | null): void {
    if (!this.#isClosed) this.#subscriptions.widgetsChanged(changedIds)
  }

  #scheduleRefresh(): void {
    if (this.#isRefreshScheduled) return
    this.#isRefreshScheduled = true
    this.#enqueue(() => {
      this.#isRefreshScheduled = false
      return this.#subscriptions.refresh()
    })
  }

  #enqueue(job: () => Promise<void>): void {
    this.#queue(async () => {
      if (!this.#isClosed) await job()
    })
      .catch(error => this.#log.error({ err: error }, 'live updates failed'))
      .finally(() => this.#pauseOrResume())
    this.#pauseOrResume()
  }

  /** Pauses reading of commands while too many commands or answers wait. */
  #pauseOrResume(): void {
    if (this.#isClosed) return
    const queued = this.#queue.activeCount + this.#queue.pendingCount
    if (this.#outbox.isFull || queued > maxQueuedCommands) this.#socket.pause()
    else if (this.#socket.isPaused) this.#socket.resume()
  }

  async #handleMessage(text: string): Promise<void> {
    try {
      await this.#execute(parseFrame(text))
    } catch (error) {
      const fault = error instanceof Fault ? error : new Fault('internal')
      if (fault !== error) this.#log.error({ err: error }, 'live update command failed')
      const { code, detail } = fault
      this.#outbox.reply(encodeFrame(['error', { code, detail, command: receivedFrame(text) }]))
    }
  }

  async #execute(frame: ClientFrame): Promise<void> {
    if (frame[0] === 'ping') {
      this.#outbox.reply(encodeFrame(['pong']))
      return
    }
    if (frame[1] === 'notifications') {
      if (frame[0] === 'subscribe') this.#subscriptions.addNotifications()
      else this.#subscriptions.removeNotifications()
      return
    }
    if (frame[0] === 'subscribe') {
      await this.#subscriptions.add(targetOfFrame(frame))
      return
    }
    if (frame[1] === 'all') this.#subscriptions.clear()
    else this.#subscriptions.remove(targetOfFrame(frame))
    this.#subscriptions.sendConfirmation()
  }

  #release(): void {
    this.#isClosed = true
    this.#subscriptions.clear()
    this.#remote?.close()
    this.#outbox.clear()
  }
}

/** A frame that names one target. */
type TargetFrame = Extract<ClientFrame, { length: 3 }>

function targetOfFrame([, kind, id]: TargetFrame): Target {
  // The branches look equal, but each narrows the pair of kind and id to one type of target.
  return kind === 'query' ? { kind, id } : { kind, id }
}

/** Equal for callers with equal rights. */
function rightsKey({ permissions, hosts }: Caller): string {
  return JSON.stringify([[...permissions].sort(), [...hosts].sort()])
}
