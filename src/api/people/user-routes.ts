import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { PasswordPolicy } from '../../metadata/people/password-policy.ts'
import type { Users } from '../../metadata/people/users.ts'
import { User, UserDraft, UserPatch, userOrderFields } from '../../schema/user.ts'
import type { App } from '../app.ts'
import { listEnvelope, listQuery, orderingOf, Page, windowOf } from '../http/lists.ts'
import { ObjectId, objectIdOf } from '../http/object-id.ts'
import { named, noContent } from '../http/shapes.ts'

/** What these routes need of metadata. */
export type UserShelf = Pick<Users, 'list' | 'get' | 'create' | 'update' | 'replace' | 'remove'>

export interface UserDeps {
  users: UserShelf
  passwords: Pick<PasswordPolicy, 'check'>
}

const answer = { 200: named(User) }

/** All users, for holders of manage_users. */
export function userRoutes(app: App, { users, passwords }: UserDeps): void {
  for (const shape of [User, UserDraft, UserPatch]) app.addSchema(shape)
  const find = (request: FastifyRequest) => users.get(objectIdOf(request))

  app.get(
    '/api/users',
    {
      config: { access: 'manage_users' },
      schema: { summary: 'Users', querystring: Type.Object(listQuery), response: { 200: Page(named(User)) } },
    },
    async request => {
      const { objects, itemCount } = await users.list({
        ...windowOf(request.query),
        order: orderingOf(request.query.ordering, userOrderFields, [{ field: 'id', descending: true }]),
      })
      return listEnvelope(request.query, itemCount, objects)
    },
  )

  app.post(
    '/api/users',
    {
      config: { access: 'manage_users' },
      schema: {
        summary: 'Make a user',
        body: named(UserDraft),
        response: { 201: named(User) },
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
        body: named(UserPatch),
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
        body: named(UserDraft),
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
