import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { TaskViewer } from '../../metadata/tasks/task-filter.ts'
import type { Tasks } from '../../metadata/tasks/tasks.ts'
import { Task, TaskDraft, TaskPatch, taskOrderFields } from '../../schema/task.ts'
import type { App } from '../app.ts'
import { callerOf } from '../auth/access.ts'
import { listQuery, offsetAndLimit, Page, pageAnswer, parseOrdering } from '../http/lists.ts'
import { ObjectId, objectIdOf } from '../http/object-id.ts'
import { noContent, refTo } from '../http/schemas.ts'
import { parseAssignees } from './assignees.ts'

/** What these routes need of metadata. */
export type TaskRepository = Pick<Tasks, 'list' | 'get' | 'create' | 'update' | 'replace' | 'remove'>

const ListQuery = Type.Object({
  ...listQuery,
  owner: Type.Array(Type.Integer(), {
    default: [],
    maxItems: 1_000,
    description: 'Owned by any of these users; ids, comma-separated',
  }),
  assigned_to: Type.Optional(
    Type.String({
      maxLength: 10_000,
      description: 'Assigned to any of these users; ids or `me`, comma-separated',
    }),
  ),
  title: Type.Optional(Type.String({ maxLength: 255, description: 'Equal, ignoring case' })),
  is_open: Type.Optional(Type.Boolean({ description: 'Open, or closed' })),
  is_overdue: Type.Optional(Type.Boolean({ description: 'Open and due before now, or not' })),
  unassigned: Type.Optional(Type.Boolean({ description: 'Assigned to nobody, or to somebody' })),
  show_all: Type.Boolean({ default: false, description: 'Also those of others; needs manage_tasks' }),
})

const answer = { 200: refTo(Task) }

/** Tasks that the caller owns or is assigned to, and for a holder of manage_tasks those of everybody. */
export function taskRoutes(app: App, tasks: TaskRepository): void {
  for (const shape of [Task, TaskDraft, TaskPatch]) app.addSchema(shape)
  const find = (request: FastifyRequest) => tasks.get(viewerOf(request), objectIdOf(request))

  app.get(
    '/api/tasks',
    {
      config: { access: 'tasks' },
      schema: { summary: 'Tasks', querystring: ListQuery, response: { 200: Page(refTo(Task)) } },
    },
    async request => {
      const { owner, assigned_to, title, is_open, is_overdue, unassigned, show_all, ordering } = request.query
      const viewer = viewerOf(request)
      const { objects, itemCount } = await tasks.list(viewer, {
        ...offsetAndLimit(request.query),
        showAll: show_all,
        owners: owner,
        assignedTo: parseAssignees(assigned_to, viewer.userId),
        ...(title === undefined ? {} : { title }),
        ...(is_open === undefined ? {} : { isOpen: is_open }),
        ...(is_overdue === undefined ? {} : { isOverdue: is_overdue }),
        ...(unassigned === undefined ? {} : { unassigned }),
        order: parseOrdering(ordering, taskOrderFields, [{ field: 'id', descending: true }]),
      })
      return pageAnswer(request.query, itemCount, objects)
    },
  )

  app.post(
    '/api/tasks',
    {
      config: { access: 'tasks' },
      schema: { summary: 'Make a task', body: refTo(TaskDraft), response: answer, faults: ['conflict'] },
    },
    async request => tasks.create(viewerOf(request), request.body),
  )

  app.get(
    '/api/tasks/:id',
    {
      config: { access: 'tasks', exists: find },
      schema: { summary: 'One task', params: ObjectId, response: answer },
    },
    find,
  )

  app.patch(
    '/api/tasks/:id',
    {
      config: { access: 'tasks', exists: find },
      schema: { summary: 'Change a task', params: ObjectId, body: refTo(TaskPatch), response: answer },
    },
    async request => tasks.update(viewerOf(request), request.params.id, request.body),
  )

  app.put(
    '/api/tasks/:id',
    {
      config: { access: 'tasks', exists: find },
      schema: { summary: 'Replace a task', params: ObjectId, body: refTo(TaskDraft), response: answer },
    },
    async request => tasks.replace(viewerOf(request), request.params.id, request.body),
  )

  app.delete(
    '/api/tasks/:id',
    {
      config: { access: 'tasks', exists: find },
      schema: {
        summary: 'Delete a task; its owner or a holder of manage_tasks',
        params: ObjectId,
        response: { 204: noContent },
      },
    },
    async (request, reply) => {
      await tasks.remove(viewerOf(request), request.params.id)
      return reply.code(204).send()
    },
  )
}

function viewerOf(request: FastifyRequest): TaskViewer {
  const { user, permissions } = callerOf(request)
  return { userId: user.id, managesTasks: permissions.has('manage_tasks') }
}
