import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { PasswordPolicy } from '../../metadata/people/password-policy.ts'
import type { Users } from '../../metadata/people/users.ts'
import { User, UserDraft, UserPatch, userOrderFields } from '../../schema/user.ts'
import type { App } from '../app.ts'
import { listQuery, offsetAndLimit, Page, pageAnswer, parseOrdering } from '../http/lists.ts'
import { ObjectId, objectIdOf } from '../http/object-id.ts'
import { noContent, refTo } from '../http/schemas.ts'

/** What these routes need of metadata. */
export type UserRepository = Pick<Users, 'list' | 'get' | 'create' | 'update' | 'replace' | 'remove'>

export interface UserDeps {
  users: UserRepository
  passwords: Pick<PasswordPolicy, 'check'>
}

const answer = { 200: refTo(User) }

/** All users, for holders of manage_users. */
export function userRoutes(app: App, { users, passwords }: UserDeps): void {
  for (const shape of [User, UserDraft, UserPatch]) app.addSchema(shape)
  const find = (request: FastifyRequest) => users.get(objectIdOf(request))

  app.get(
    '/api/users',
    {
      config: { access: 'manage_users' },
      schema: { summary: 'Users', querystring: Type.Object(listQuery), response: { 200: Page(refTo(User)) } },
    },
    async request => {
      const { objects, itemCount } = await users.list({
        ...offsetAndLimit(request.query),
        order: parseOrdering(request.query.ordering, userOrderFields, [{ field: 'id', descending: true }]),
      })
      return pageAnswer(request.query, itemCount, objects)
    },
  )

  app.post(
    '/api/users',
    {
      config: { access: 'manage_users' },
      schema: {
        summary: 'Make a user',
        body: refTo(UserDraft),
        response: { 201: refTo(User) },
        faults: ['overloaded'],
      },
    },
    async (request, reply) => {
      passwords.check(request.body.password)
      return reply.code(201).send(await users.create(request.body))
    },
  )

  app.get(
    '/api/users/:id',
    {
      config: { access: 'manage_users', exists: find },
      schema: { summary: 'One user', params: ObjectId, response: answer },
    },
    find,
  )

  app.patch(
    '/api/users/:id',
    {
      config: { access: 'manage_users', exists: find },
      schema: {
        summary: 'Change a user; disabling it, or a new password, ends what it holds open',
        params: ObjectId,
        body: refTo(UserPatch),
        response: answer,
        faults: ['conflict', 'overloaded'],
      },
    },
    async request => {
      passwords.check(request.body.password)
      return users.update(request.params.id, request.body)
    },
  )

  app.put(
    '/api/users/:id',
    {
      config: { access: 'manage_users', exists: find },
      schema: {
        summary: 'Replace a user; without a password it keeps its own',
        params: ObjectId,
        body: refTo(UserDraft),
        response: answer,
        faults: ['conflict', 'overloaded'],
      },
    },
    async request => {
      passwords.check(request.body.password)
      return users.replace(request.params.id, request.body)
    },
  )

  app.delete(
    '/api/users/:id',
    {
      config: { access: 'manage_users', exists: find },
      schema: {
        summary: 'Delete a user with its tokens, sessions, dashboards and tasks',
        params: ObjectId,
        response: { 204: noContent },
        faults: ['conflict'],
      },
    },
    async (request, reply) => {
      await users.remove(request.params.id)
      return reply.code(204).send()
    },
  )
}
