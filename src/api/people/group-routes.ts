import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Groups } from '../../metadata/people/groups.ts'
import { Group, GroupDraft, GroupPatch, groupOrderFields } from '../../schema/group.ts'
import type { App } from '../app.ts'
import { listEnvelope, listQuery, orderingOf, Page, windowOf } from '../http/lists.ts'
import { ObjectId, objectIdOf } from '../http/object-id.ts'
import { named, noContent } from '../http/shapes.ts'

/** What these routes need of metadata. */
export type GroupShelf = Pick<Groups, 'list' | 'get' | 'create' | 'update' | 'replace' | 'remove'>

const answer = { 200: named(Group) }

/** Groups, for holders of manage_users. */
export function groupRoutes(app: App, groups: GroupShelf): void {
  for (const shape of [Group, GroupDraft, GroupPatch]) app.addSchema(shape)
  const find = (request: FastifyRequest) => groups.get(objectIdOf(request))

  app.get(
    '/api/groups',
    {
      config: { access: 'manage_users' },
      schema: {
        summary: 'Groups',
        querystring: Type.Object(listQuery),
        response: { 200: Page(named(Group)) },
      },
    },
    async request => {
      const { objects, itemCount } = await groups.list({
        ...windowOf(request.query),
        order: orderingOf(request.query.ordering, groupOrderFields, [{ field: 'id', descending: true }]),
      })
      return listEnvelope(request.query, itemCount, objects)
    },
  )

  app.post(
    '/api/groups',
    {
      config: { access: 'manage_users' },
      schema: { summary: 'Make a group', body: named(GroupDraft), response: { 201: named(Group) } },
    },
    async (request, reply) => reply.code(201).send(await groups.create(request.body)),
  )

  app.get(
    '/api/groups/:id',
    {
      config: { access: 'manage_users', exists: find },
      schema: { summary: 'One group', params: ObjectId, response: answer },
    },
    find,
  )

  app.patch(
    '/api/groups/:id',
    {
      config: { access: 'manage_users', exists: find },
      schema: { summary: 'Change a group', params: ObjectId, body: named(GroupPatch), response: answer },
    },
    async request => groups.update(request.params.id, request.body),
  )

  app.put(
    '/api/groups/:id',
    {
      config: { access: 'manage_users', exists: find },
      schema: { summary: 'Replace a group', params: ObjectId, body: named(GroupDraft), response: answer },
    },
    async request => groups.replace(request.params.id, request.body),
  )

  app.delete(
    '/api/groups/:id',
    {
      config: { access: 'manage_users', exists: find },
      schema: {
        summary: 'Delete a group; its members stay as users',
        params: ObjectId,
        response: { 204: noContent },
      },
    },
    async (request, reply) => {
      await groups.remove(request.params.id)
      return reply.code(204).send()
    },
  )
}
