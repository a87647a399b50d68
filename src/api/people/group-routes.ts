import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Groups } from '../../metadata/people/groups.ts'
import { Group, GroupDraft, GroupPatch, groupOrderFields } from '../../schema/group.ts'
import type { App } from '../app.ts'
import { listQuery, offsetAndLimit, Page, pageAnswer, parseOrdering } from '../http/lists.ts'
import { ObjectId, objectIdOf } from '../http/object-id.ts'
import { noContent, refTo } from '../http/schemas.ts'

/** What these routes need of metadata. */
export type GroupRepository = Pick<Groups, 'list' | 'get' | 'create' | 'update' | 'replace' | 'remove'>

const answer = { 200: refTo(Group) }

/** Groups, for holders of manage_users. */
export function groupRoutes(app: App, groups: GroupRepository): void {
  for (const shape of [Group, GroupDraft, GroupPatch]) app.addSchema(shape)
  const find = (request: FastifyRequest) => groups.get(objectIdOf(request))

  app.get(
    '/api/groups',
    {
      config: { access: 'manage_users' },
      schema: {
        summary: 'Groups',
        querystring: Type.Object(listQuery),
        response: { 200: Page(refTo(Group)) },
      },
    },
    async request => {
      const { objects, itemCount } = await groups.list({
        ...offsetAndLimit(request.query),
        order: parseOrdering(request.query.ordering, groupOrderFields, [{ field: 'id', descending: true }]),
      })
      return pageAnswer(request.query, itemCount, objects)
    },
  )

  app.post(
    '/api/groups',
    {
      config: { access: 'manage_users' },
      schema: { summary: 'Make a group', body: refTo(GroupDraft), response: { 201: refTo(Group) } },
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
      schema: { summary: 'Change a group', params: ObjectId, body: refTo(GroupPatch), response: answer },
    },
    async request => groups.update(request.params.id, request.body),
  )

  app.put(
    '/api/groups/:id',
    {
      config: { access: 'manage_users', exists: find },
      schema: { summary: 'Replace a group', params: ObjectId, body: refTo(GroupDraft), response: answer },
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
