import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Sessions } from '../../metadata/sign-in/sessions.ts'
import { Session } from '../../schema/session.ts'
import type { App } from '../app.ts'
import { callerOf } from '../auth/access.ts'
import { Page, pageOfArray, pageQuery } from '../http/lists.ts'
import { ObjectId, objectIdOf } from '../http/path-parameters.ts'
import { noContent, refTo } from '../http/schemas.ts'

/** The part of metadata that these routes use. */
export type SessionRepository = Pick<Sessions, 'list' | 'get' | 'endOne' | 'endOthers'>

/** /api/users/me/sessions: where the caller is signed in. */
export function ownSessionRoutes(app: App, sessions: SessionRepository): void {
  app.addSchema(Session)

  app.get(
    '/api/users/me/sessions',
    {
      schema: {
        summary: 'Own sessions, the last used first',
        querystring: Type.Object(pageQuery),
        response: { 200: Page(refTo(Session)) },
      },
    },
    async request => {
      const held = await sessions.list(callerOf(request).user.id, currentSession(request))
      return pageOfArray(request.query, held)
    },
  )

  app.delete(
    '/api/users/me/sessions/:id',
    {
      config: { exists: request => sessions.get(callerOf(request).user.id, objectIdOf(request)) },
      schema: {
        summary: 'End one of the own sessions, and what it holds open',
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
        summary: 'End all own sessions but that of this request',
        response: { 204: noContent },
      },
    },
    async (request, reply) => {
      await sessions.endOthers(callerOf(request).user.id, currentSession(request))
      return reply.code(204).send()
    },
  )
}

/** undefined for a caller with a token. */
function currentSession(request: FastifyRequest): string | undefined {
  const { authenticatedBy } = callerOf(request)
  return 'session' in authenticatedBy ? authenticatedBy.session : undefined
}
