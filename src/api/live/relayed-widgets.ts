import type { WebSocket } from '@fastify/websocket'
import type { FastifyBaseLogger } from 'fastify'
import type { QueryService, Reader } from '../../query/query-service.ts'
import { Fault } from '../../schema/fault.ts'
import type { App } from '../http/app.ts'
import type { NodeLinks } from '../nodes/node-links.ts'
import {
  endFrame,
  type RelayedWidget,
  relayPath,
  stateFrame,
  type WatchFrame,
} from '../nodes/relay-frames.ts'
import { Heartbeat } from './heartbeat.ts'
import { Outbox, type OutboxLimits } from './outbox.ts'

/** The other node ends the connection after `silenceMs` (nodes/relay-socket.ts) without a frame or a ping. */
const pingIntervalMs = 3_000
/** Maximum widgets that one other node watches here; it evaluates further ones itself. */
const maxWatched = 20_000

type WidgetSource = Pick<QueryService, 'watchWidget'>

/** A connection of another node, for which this node evaluates widgets. */
class RelayedWidgets {
  readonly #source: WidgetSource
  readonly #log: FastifyBaseLogger
  readonly #outbox: Outbox
  /** By the numbers of the other node; the functions stop watching. */
  readonly #watched = new Map<number, () => void>()

  constructor(socket: WebSocket, source: WidgetSource, limits: OutboxLimits, log: FastifyBaseLogger) {
    this.#source = source
    this.#log = log
    this.#outbox = new Outbox(socket, limits, () => {})
    const heartbeat = new Heartbeat(socket)
    const pings = setInterval(() => {
      if (this.#outbox.isStalled(Date.now())) socket.terminate()
      else heartbeat.ping()
    }, pingIntervalMs)
    socket.on('message', data => {
      try {
        // Only nodes of this installation can connect.
        this.#execute(JSON.parse(String(data)) as WatchFrame)
      } catch (error) {
        log.error({ err: error }, 'a frame of another node failed')
        socket.terminate()
      }
    })
    socket.on('close', () => {
      clearInterval(pings)
      for (const stop of this.#watched.values()) stop()
      this.#watched.clear()
      this.#outbox.clear()
    })
  }

  #execute(frame: WatchFrame): void {
    const [command, id] = frame
    if (command === 'watch') this.#watch(id, frame[2])
    else this.#leave(id)
  }

  #watch(id: number, { widget, hosts, userId }: RelayedWidget): void {
    const reader: Reader = {
      userId,
      hosts,
      permissions: new Set(),
      managesQueries: false,
      managesDashboards: false,
      managesWidgets: false,
    }
    let hasEnded = false
    const end = (kind: 'ended' | 'refused') => {
      hasEnded = true
      this.#watched.delete(id)
      this.#outbox.discard(String(id))
      this.#outbox.reply(endFrame(id, kind))
    }
    if (this.#watched.size >= maxWatched) {
      end('refused')
      return
    }
    try {
      const stop = this.#source.watchWidget(
        reader,
        widget,
        state => this.#outbox.update(String(id), stateFrame(id, state)),
        () => end('ended'),
      )
      if (!hasEnded) this.#watched.set(id, stop)
    } catch (error) {
      if (!(error instanceof Fault)) this.#log.error({ err: error }, 'a widget of another node failed')
      end('refused')
    }
  }

  #leave(id: number): void {
    this.#watched.get(id)?.()
    this.#watched.delete(id)
    this.#outbox.discard(String(id))
  }
}

/** /ws/nodes/widgets: other nodes watch widgets that this node evaluates. Not part of the interface. */
export function relayedWidgetsRoute(
  app: App,
  { source, nodes, limits }: { source: WidgetSource; nodes: NodeLinks; limits: OutboxLimits },
): void {
  const open = new Set<WebSocket>()
  app.addHook('preClose', async () => {
    for (const socket of open) socket.terminate()
  })
  app.route({
    method: 'GET',
    url: relayPath,
    exposeHeadRoute: false,
    // Instead of a credential, a connection has the signature of a node.
    config: { access: 'public', takesWebsockets: true },
    schema: { hide: true },
    onRequest: async request => {
      if (!request.ws || nodes.clientOf(request) === null) throw new Fault('not_found')
    },
    handler: async () => {
      throw new Fault('not_found')
    },
    wsHandler: (socket, request) => {
      open.add(socket)
      socket.on('close', () => open.delete(socket))
      new RelayedWidgets(socket, source, limits, request.log)
    },
  })
}
