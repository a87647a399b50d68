import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Tasks, TaskViewer } from '../../metadata/tasks/tasks.ts'
import type { HostVisibility } from '../../query/host-visibility.ts'
import { Task, TaskDraft, TaskPatch, taskOrderFields } from '../../schema/task.ts'
import { callerOf } from '../auth/access.ts'
import type { App } from '../http/app.ts'
import { idList } from '../http/validation/lists.ts'
import { parameterFault } from '../http/validation/validation.ts'
import { objectId } from '../resources/resource.ts'
import { resourceRoutes } from '../resources/resource-routes.ts'

/** The part of metadata that these routes use. */
export type TaskRepository = Pick<Tasks, 'list' | 'get' | 'create' | 'update' | 'replace' | 'remove'>

const filterQuery = {
  owner: idList('Only tasks of these users'),
  assigned_to: Type.Optional(
    Type.String({
      maxLength: 10_000,
      description: 'Only tasks assigned to these users: ids or `me`, comma-separated',
    }),
  ),
  title: Type.Optional(Type.String({ maxLength: 255, description: 'Exact match, ignoring case' })),
  is_open: Type.Optional(Type.Boolean({ description: 'true: only open tasks; false: only closed ones' })),
  is_overdue: Type.Optional(
    Type.Boolean({ description: 'true: only overdue tasks (open and due before now); false: only others' }),
  ),
  unassigned: Type.Optional(
    Type.Boolean({ description: 'true: only unassigned tasks; false: only assigned ones' }),
  ),
  show_all: Type.Boolean({ default: false, description: 'Also tasks of other users; requires manage_tasks' }),
}

/** Tasks that the caller owns or is assigned to; for holders of manage_tasks also tasks of other users. */
export function taskRoutes(app: App, tasks: TaskRepository, visibility: HostVisibility): void {
  resourceRoutes(app, {
    path: '/api/tasks',
    key: objectId,
    access: 'tasks',
    caller: request => viewerOf(request, visibility),
    item: Task,
    list: {
      summary: 'Tasks',
      orderBy: taskOrderFields,
      query: filterQuery,
      async run(page, viewer, { owner, assigned_to, title, is_open, is_overdue, unassigned, show_all }) {
        return tasks.list(viewer, {
          ...page,
          showAll: show_all,
          owners: owner,
          assignedTo: parseAssignees(assigned_to, viewer.userId),
          ...(title !== undefined && { title }),
          ...(is_open !== undefined && { isOpen: is_open }),
          ...(is_overdue !== undefined && { isOverdue: is_overdue }),
          ...(unassigned !== undefined && { unassigned }),
        })
      },
    },
    create: {
      summary: 'Create a task',
      faults: ['conflict'],
      body: TaskDraft,
      status: 200,
      run: (draft, viewer) => tasks.create(viewer, draft),
    },
    get: { summary: 'One task', run: (id, viewer) => tasks.get(viewer, id) },
    patch: {
      summary: 'Change a task',
      faults: ['conflict'],
      body: TaskPatch,
      run: (id, patch, viewer) => tasks.update(viewer, id, patch),
    },
    replace: {
      summary: 'Replace a task',
      faults: ['conflict'],
      body: TaskDraft,
      run: (id, draft, viewer) => tasks.replace(viewer, id, draft),
    },
    delete: {
      summary: 'Delete a task; only its owner and users with manage_tasks may',
      run: (id, viewer) => tasks.remove(viewer, id),
    },
  })
}

function viewerOf(request: FastifyRequest, visibility: HostVisibility): TaskViewer {
  const { user, permissions, hosts } = callerOf(request)
  return {
    userId: user.id,
    managesTasks: permissions.has('manage_tasks'),
    coversHosts: visibility.coverageOf(hosts),
  }
}

const maxAssignees = 1_000

/** Parses `assigned_to=1,me`: user ids, or `me` for the caller. Throws a 400 naming the parameter. */
export function parseAssignees(text: string | undefined, callerId: number): number[] {
  if (text === undefined || text.trim() === '') return []
  const words = text.split(',')
  if (words.length > maxAssignees) {
    throw parameterFault({ assigned_to: `Ensure this field has no more than ${maxAssignees} elements.` })
  }
  return words.map(word => {
    const name = word.trim()
    if (name === 'me') return callerId
    if (!/^\d{1,15}$/.test(name)) {
      throw parameterFault({ assigned_to: `"${name.slice(0, 100)}" is neither the id of a user nor "me".` })
    }
    return Number(name)
  })
}
