import type { FastifyContextConfig } from 'fastify'
import { type TSchema, Type } from 'typebox'
import type { QueryService } from '../../query/query-service.ts'
import { Fault } from '../../schema/fault.ts'
import { interfaceVersion } from '../../schema/interface-version.ts'
import { nullable, UnixSeconds } from '../../schema/shapes.ts'
import { diskLevels } from '../../schema/store/stored-space.ts'
import type { App } from '../http/app.ts'
import { stringEnum } from '../http/schemas.ts'
import { findUsernames } from '../people/find-usernames.ts'
import type { UserRepository } from '../people/user-routes.ts'
import type { SpaceSource } from '../space/space-source.ts'
import type { EventServer } from './event-engine.ts'

/** The paths listed by GET /api. */
const addresses = {
  queries: '/api/query',
  events: '/api/events/{ev_id}',
  tasks: '/api/tasks',
  users: '/api/users',
  groups: '/api/groups',
  authtokens: '/api/authtokens',
  dictionaries: '/api/dictionaries/{name}',
  tags: '/api/tags',
  auth: '/api/auth',
  version: '/api/version',
  monitor: '/api/monitor',
  ledger: '/api/ledger',
  ingest_health: '/api/ingest/health',
  ingest_hosts: '/api/ingest/hosts',
  listeners: '/api/listeners',
  incoming: '/incoming',
  live_updates: '/ws/live-updates',
} as const

interface StatusDeps {
  version: string
  ready: () => boolean
  eventServers?: readonly EventServer[]
  daysToRewrite: () => number
  queryService: Pick<QueryService, 'activity' | 'summaries'>
  users: Pick<UserRepository, 'get'>
  space: Pick<SpaceSource, 'disks'>
}

/** Maximum queries listed by GET /api/monitor/queries. */
const maxListedQueries = 200

const count = (description: string) => Type.Integer({ minimum: 0, description })

const publicConfig = { access: 'public' } as const

/** Options of a GET with a fixed answer schema. */
function answering<Answer extends TSchema>(
  summary: string,
  answer: Answer,
  config: FastifyContextConfig = publicConfig,
) {
  return { config, schema: { summary, response: { 200: answer } } }
}

/** Routes for the service's state and version. */
export function statusRoutes(
  app: App,
  { version, ready, eventServers = [], daysToRewrite, queryService, users, space }: StatusDeps,
): void {
  app.get(
    '/ping',
    answering('Whether queries and ingest work', Type.Object({ status: Type.Literal('OK') })),
    async () => {
      if (!ready()) {
        const down = eventServers.find(({ isUp }) => !isUp)
        throw down?.fault() ?? new Fault('starting', { retryAfter: 1 })
      }
      return { status: 'OK' as const }
    },
  )
  app.get(
    '/api/monitor',
    answering(
      'How far the service has started, and whether its disks have room',
      Type.Object({
        status: stringEnum(['ready', 'starting']),
        disk: stringEnum(diskLevels, {
          description:
            'Of the fullest disk. warning: 85 % is used, four times MILLRACE_DISK_FLOOR is free, or it cannot be measured; critical: 90 %, or twice the floor',
        }),
      }),
    ),
    async () => ({ status: ready() ? ('ready' as const) : ('starting' as const), disk: space.disks().level }),
  )
  const Activity = Type.Object({
    queries: count('Queries in memory, including queries of widgets in use'),
    evaluations: count('Evaluations in use: one for all equal queries of users with equal rights'),
    computations: count('Computations of evaluations since the start, whole or incremental'),
    days_to_rewrite: count(
      'Days of events that an older version stored and that are rewritten behind the work',
    ),
    list: Type.Array(
      Type.Object({
        query_id: Type.String(),
        type: Type.String(),
        params: Type.Record(Type.String(), Type.Unknown()),
        owner_id: Type.Integer(),
        owner: nullable(Type.String(), { description: 'Username; null: deleted' }),
        is_running: Type.Boolean({ description: 'Whether it is being computed or waits for its turn' }),
        is_watched: Type.Boolean({ description: 'It is watched live' }),
        of_widget: Type.Boolean({
          description: 'Whether it is the query of a widget, which cannot be stopped',
        }),
        asked_at: UnixSeconds,
        used_at: UnixSeconds,
      }),
      { description: `At most ${maxListedQueries}, running ones first, then the most recently used` },
    ),
  })
  app.get(
    '/api/monitor/queries',
    answering('Load of the service by queries', Activity, { access: 'manage_queries' }),
    async () => {
      const summaries = queryService.summaries(maxListedQueries)
      const names = await findUsernames(
        users,
        summaries.map(({ ownerId }) => ownerId),
      )
      const list = summaries.map(({ queryId, type, params, ownerId, askedAt, usedAt, ...flags }) => ({
        query_id: queryId,
        type,
        params: { ...params },
        owner_id: ownerId,
        owner: names.get(ownerId) ?? null,
        is_running: flags.isRunning,
        is_watched: flags.isWatched,
        of_widget: flags.ofWidget,
        asked_at: askedAt / 1000,
        used_at: usedAt / 1000,
      }))
      return { ...queryService.activity, days_to_rewrite: daysToRewrite(), list }
    },
  )
  app.get(
    '/version',
    answering(
      'Version of the interface, as plain text for agents',
      Type.String({ description: `Numbers with dots, as \`${interfaceVersion}\`` }),
      { ...publicConfig, produces: 'text/plain' },
    ),
    async (_request, reply) => reply.type('text/plain; charset=utf-8').send(interfaceVersion),
  )
  const Versions = Type.Object({
    version: Type.String({ description: 'Version of the interface' }),
    millrace: Type.String({ description: 'Version of the program' }),
  })
  app.get('/api/version', answering('Versions of the interface and of the program', Versions), async () => ({
    version: interfaceVersion,
    millrace: version,
  }))
  const Addresses = Type.Record(Type.String(), Type.String())
  app.get('/api', answering('Addresses of the interface', Addresses, {}), async () => addresses)
}
