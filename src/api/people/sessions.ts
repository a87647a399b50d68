import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { describeEntry } from '../../metadata/audit/pending-entry.ts'
import type { Sessions } from '../../metadata/sessions/sessions.ts'
import { Session } from '../../schema/people/sign-in.ts'
import { callerOf } from '../auth/access.ts'
import type { App } from '../http/app.ts'
import { ObjectId, objectIdOf, pathParameter } from '../http/path-parameters.ts'
import { noContent, refTo } from '../http/schemas.ts'
import { Page, pageOfArray, pageQuery } from '../http/validation/lists.ts'
import type { UserRepository } from './user-routes.ts'

/** The part of metadata that these routes use. */
export type SessionRepository = Pick<Sessions, 'list' | 'checkExists' | 'endOne' | 'endOthers'>

export interface SessionDeps {
  sessions: SessionRepository
  users: Pick<UserRepository, 'get'>
}

const SessionOfUser = Type.Object({
  ...ObjectId.properties,
  session: Type.Integer({ description: 'Id of the session' }),
})

/** Routes to list and end sessions of signed-in browsers. */
export function sessionRoutes(app: App, deps: SessionDeps): void {
  app.addSchema(Session)
  ownSessionRoutes(app, deps.sessions)
  sessionsOfUserRoutes(app, deps)
}

/** /api/users/me/sessions: the caller's sessions. */
function ownSessionRoutes(app: App, sessions: SessionRepository): void {
  app.get(
    '/api/users/me/sessions',
    {
      schema: {
        summary: 'Sessions of the caller, most recently used first',
        querystring: Type.Object(pageQuery),
        response: { 200: Page(refTo(Session)) },
      },
    },
    async request => {
      const ownSessions = await sessions.list(callerOf(request).user.id, currentSession(request))
      return pageOfArray(request.query, ownSessions)
    },
  )

  app.delete(
    '/api/users/me/sessions/:id',
    {
      config: { exists: request => sessions.checkExists(callerOf(request).user.id, objectIdOf(request)) },
      schema: {
        summary: 'End one of the caller’s sessions and its open connections',
        params: ObjectId,
        response: { 204: noContent },
      },
    },
    async (request, reply) => {
      await sessions.endOne(callerOf(request).user.id, request.params.id)
      return reply.code(204).send()
    },
  )

  app.delete(
    '/api/users/me/sessions',
    {
      schema: {
        summary: 'End all of the caller’s sessions except this one',
        response: { 204: noContent },
      },
    },
    async (request, reply) => {
      await sessions.endOthers(callerOf(request).user.id, currentSession(request))
      return reply.code(204).send()
    },
  )
}

/** /api/users/{id}/sessions: another user's sessions, for holders of manage_users. */
function sessionsOfUserRoutes(app: App, { users, sessions }: SessionDeps): void {
  const access = 'manage_users'
  const exists = (request: FastifyRequest) => users.get(objectIdOf(request))

  app.get(
    '/api/users/:id/sessions',
    {
      config: { access, exists },
      schema: {
        summary: 'Sessions of a user, most recently used first',
        params: ObjectId,
        querystring: Type.Object(pageQuery),
        response: { 200: Page(refTo(Session)) },
      },
    },
    async request => {
      const { id } = await exists(request)
      return pageOfArray(request.query, await sessions.list(id, currentSession(request)))
    },
  )

  app.delete(
    '/api/users/:id/sessions/:session',
    {
      config: { access, exists: request => sessions.checkExists(objectIdOf(request), sessionIdOf(request)) },
      schema: {
        summary: 'End a session of a user and its open connections',
        params: SessionOfUser,
        response: { 204: noContent },
      },
    },
    async (request, reply) => {
      await sessions.endOne(request.params.id, request.params.session)
      return reply.code(204).send()
    },
  )

  app.delete(
    '/api/users/:id/sessions',
    {
      config: { access, exists },
      schema: {
        summary: 'End all sessions of a user; for the caller, all except this one',
        params: ObjectId,
        response: { 204: noContent },
      },
    },
    async (request, reply) => {
      const { id, username } = await exists(request)
      describeEntry({ objectId: null, title: `all of ${username}` })
      const isOwn = id === callerOf(request).user.id
      await sessions.endOthers(id, isOwn ? currentSession(request) : undefined)
      return reply.code(204).send()
    },
  )
}

function sessionIdOf(request: FastifyRequest): number {
  return Number(pathParameter(request, 'session'))
}

/** undefined for a caller with a token. */
function currentSession(request: FastifyRequest): string | undefined {
  const { authenticatedBy } = callerOf(request)
  return 'session' in authenticatedBy ? authenticatedBy.session : undefined
}
