import type { TaskListOptions, Tasks } from '../../metadata/tasks/tasks.ts'
import type { TasksParams, TasksResults } from '../../schema/query/tasks.ts'
import { HostVisibility } from '../host-visibility.ts'
import type { Kind } from '../kind.ts'
import type { Reader } from '../query-service.ts'
import { checkEventParams, withTimeDefaults } from './event-params.ts'
import { instantKind } from './instant-kind.ts'

/** The answer has no pages: further tasks are left out. */
const maxTasks = 10_000

/** The tasks that the reader owns or is assigned to; with manage_tasks also tasks of other users. */
export function tasksKind(tasks: Pick<Tasks, 'list'>): Kind<TasksParams, undefined, TasksResults> {
  const visibility = new HostVisibility()
  return instantKind({
    audience: { permission: 'tasks' },
    normalise(params) {
      checkEventParams(params)
      // `time_range` is accepted and has no effect: it gets no default.
      const { time_range: _, ...time } = withTimeDefaults(params)
      const sort = params.sort === undefined || params.sort.length === 0 ? '-created_at' : params.sort
      return { ...params, ...time, target: params.target ?? 'all', sort: [sort].flat() }
    },
    async answer(params, { reader }) {
      // A kind with a permission has an answer for each reader.
      if (reader === undefined) throw new Error('tasks are each reader’s own')
      const listQuery = listOptionsOf(params, reader)
      if (listQuery === undefined) return []
      const viewer = {
        userId: reader.userId,
        managesTasks: reader.permissions.has('manage_tasks'),
        coversHosts: visibility.coverageOf(reader.hosts),
      }
      const { objects } = await tasks.list(viewer, listQuery)
      return objects
    },
  })
}

/** Undefined if no task can match: `assigned_to_me` together with an `assigned_to` that lacks the reader. */
function listOptionsOf(params: TasksParams, { userId }: Reader): TaskListOptions | undefined {
  const { target, assigned_to, is_open, is_overdue, sort = [] } = params
  const isMine = target === 'assigned_to_me'
  if (isMine && assigned_to !== undefined && !assigned_to.includes(userId)) return undefined
  const assignedTo = isMine ? [userId] : assigned_to
  return {
    offset: 0,
    limit: maxTasks,
    showAll: true,
    order: [sort].flat().map(key => ({
      field: key.endsWith('updated_at') ? 'updated_at' : 'created_at',
      descending: key.startsWith('-'),
    })),
    ...(assignedTo?.length === 0 && { unassigned: true }),
    ...(assignedTo !== undefined && { assignedTo }),
    ...(is_open !== undefined && { isOpen: is_open }),
    ...(is_overdue !== undefined && { isOverdue: is_overdue }),
  }
}
