import type { NotificationFeed } from '../../alerts/notifications/notification-feed.ts'
import type { WidgetQueries } from '../../metadata/dashboards/widget-queries.ts'
import type { QueryService } from '../../query/query-service.ts'
import { Fault } from '../../schema/fault.ts'
import { callerOf } from '../auth/access.ts'
import { anyScope } from '../auth/scope.ts'
import type { App } from '../http/app.ts'
import type { NodeLinks } from '../nodes/node-links.ts'
import { livePath, RemoteQueries } from '../nodes/remote-queries.ts'
import { WidgetRelay } from '../nodes/widget-relay.ts'
import { ClientConnection, type ConnectionLimits } from './client-connection.ts'
import { CommandRates } from './command-rates.ts'
import { UpdateEncoder } from './frames.ts'
import type { HubLimits, LiveHub } from './hub.ts'
import { relayedWidgetsRoute } from './relayed-widgets.ts'
import { Targets } from './targets.ts'

/** Maximum bytes of a client's frame. */
export const maxFrameBytes = 64 * 1024

export type LiveLimits = HubLimits & ConnectionLimits

/** The default limits. */
export const liveLimits: LiveLimits = {
  maxConnections: 2_000,
  maxPerUser: 100,
  maxPerScopedToken: 20,
  maxWaitingBytesPerUser: 64 * 1024 * 1024,
  pingIntervalMs: 25_000,
  sweepIntervalMs: 500,
  maxSubscriptions: 1_000,
  commandBurst: 2_000,
  commandsPerSecond: 50,
  highWaterBytes: 256 * 1024,
  stalledBytes: 8 * 1024 * 1024,
  stalledMs: 30_000,
}

/**
 * Answers 404 to a handshake on a route without websockets, where @fastify/websocket would open a connection
 * and close it.
 */
export function refuseOtherHandshakes(app: App): void {
  app.addHook('onRequest', async request => {
    if (request.ws && request.routeOptions.config.takesWebsockets !== true) throw new Fault('not_found')
  })
}

/** /ws/live-updates: sends the states of queries, widgets and dashboards as they change. */
export function liveRoutes(
  app: App,
  deps: {
    queryService: Pick<QueryService, 'watch' | 'watchWidget'>
    widgets: WidgetQueries
    notifications: NotificationFeed
    hub: LiveHub
    limits: LiveLimits
    nodes: NodeLinks | undefined
    /** Whether all nodes read the same events. */
    sharesEvents: boolean
  },
): void {
  const { queryService, widgets, notifications, hub, limits, nodes, sharesEvents } = deps
  const frames = new UpdateEncoder()
  const commandRates = new CommandRates(limits)
  const relay = nodes !== undefined && sharesEvents ? new WidgetRelay(queryService, nodes) : undefined
  const targets = new Targets(queryService, relay ?? queryService, widgets)
  const stopListening = widgets.onChange(changed => {
    targets.invalidate()
    hub.widgetsChanged(
      changed && {
        dashboards: new Set(changed.dashboards),
        widgets: new Set(changed.widgets),
        queries: new Set(changed.queries),
      },
    )
  })
  app.addHook('preClose', async () => {
    stopListening()
    notifications.close()
    hub.close()
    relay?.close()
  })
  if (relay !== undefined && nodes !== undefined)
    relayedWidgetsRoute(app, { source: queryService, nodes, limits })

  app.route({
    method: 'GET',
    url: livePath,
    exposeHeadRoute: false,
    // Subscriptions check the scope, each for its own target.
    config: { access: 'user', isInScope: anyScope, takesWebsockets: true },
    schema: { summary: 'Websocket of live updates' },
    handler: async () => {
      throw new Fault('not_found', { detail: 'This address takes websocket connections only.' })
    },
    onRequest: async request => {
      if (request.ws && !hub.makeRoomFor(callerOf(request), request.forwardedFor !== null))
        throw new Fault('overloaded', { retryAfter: 10 })
    },
    wsHandler: (socket, request) => {
      const { credential } = request
      if (credential === null) throw new Fault('not_authenticated')
      // A connection from another node asks only for queries of this node.
      const asksOthers = nodes !== undefined && request.forwardedFor === null
      const remote = asksOthers ? new RemoteQueries(nodes, credential, request.ip) : undefined
      const shared = { targets, notifications, frames, limits, commandRates, remote, log: request.log }
      const connection = new ClientConnection(socket, callerOf(request), shared)
      hub.add(connection, credential, request.forwardedFor !== null)
      socket.on('close', () => hub.remove(connection))
    },
  })
}
