import { Type } from 'typebox'
import type { QueryService } from '../query/query-service.ts'
import { Fault } from '../schema/fault.ts'
import { interfaceVersion } from '../schema/interface-version.ts'
import type { App } from './app.ts'
import { stringEnum } from './http/schemas.ts'

/** The paths that GET /api answers. */
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
  listeners: '/api/listeners',
  incoming: '/incoming',
  live_updates: '/ws/live-updates',
} as const

interface StatusDeps {
  version: string
  ready: () => boolean
  queryService: Pick<QueryService, 'activity'>
}

const count = (description: string) => Type.Integer({ minimum: 0, description })

/** Routes for the state and the version of the service. */
export function statusRoutes(app: App, { version, ready, queryService }: StatusDeps): void {
  app.get(
    '/ping',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Whether queries and ingest work',
        response: { 200: Type.Object({ status: Type.Literal('OK') }) },
      },
    },
    async () => {
      if (!ready()) throw new Fault('starting', { retryAfter: 1 })
      return { status: 'OK' as const }
    },
  )
  app.get(
    '/api/monitor',
    {
      config: { access: 'public' },
      schema: {
        summary: 'How far the service has started',
        response: {
          200: Type.Object({ status: stringEnum(['ready', 'starting']) }),
        },
      },
    },
    async () => ({ status: ready() ? ('ready' as const) : ('starting' as const) }),
  )
  app.get(
    '/api/monitor/queries',
    {
      config: { access: 'manage_queries' },
      schema: {
        summary: 'What the service has to do for queries',
        response: {
          200: Type.Object({
            queries: count('In memory, those of widgets that are in use among them'),
            evaluations: count('In use: one for all who ask the same with equal rights'),
            computations: count(
              'How often an evaluation was computed since the start, all of it or what was new',
            ),
          }),
        },
      },
    },
    async () => queryService.activity,
  )
  app.get(
    '/version',
    {
      config: { access: 'public', produces: 'text/plain' },
      schema: {
        summary: 'Version of the interface, as plain text for agents',
        response: { 200: Type.String({ description: `Numbers with dots, as \`${interfaceVersion}\`` }) },
      },
    },
    async (_request, reply) => reply.type('text/plain; charset=utf-8').send(interfaceVersion),
  )
  app.get(
    '/api/version',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Versions of the interface and of the program',
        response: {
          200: Type.Object({
            version: Type.String({ description: 'Of the interface' }),
            millrace: Type.String({ description: 'Of the program' }),
          }),
        },
      },
    },
    async () => ({ version: interfaceVersion, millrace: version }),
  )
  app.get(
    '/api',
    {
      schema: {
        summary: 'Addresses of the interface',
        response: { 200: Type.Record(Type.String(), Type.String()) },
      },
    },
    async () => addresses,
  )
}
