import { type Static, Type } from 'typebox'
import { Task } from '../task.ts'
import { timeParams } from './shared-members.ts'

const SortKey = Type.String({ pattern: '^-?(created_at|updated_at)$' })

/** Tasks: a list of tasks. */
export const TasksParams = Type.Object(
  {
    ...timeParams,
    target: Type.Optional(
      Type.Enum(['assigned_to_me', 'all'], {
        title: 'Whose',
        default: 'all',
        description: 'all: every task that the reader may see',
      }),
    ),
    is_overdue: Type.Optional(Type.Boolean({ title: 'Overdue' })),
    is_open: Type.Optional(Type.Boolean({ title: 'Open' })),
    assigned_to: Type.Optional(
      Type.Array(Type.Integer(), {
        title: 'Assigned to',
        maxItems: 1_000,
        description: 'User ids, any of them; an empty list: unassigned tasks',
      }),
    ),
    sort: Type.Optional(
      Type.Union([SortKey, Type.Array(SortKey, { maxItems: 2 })], {
        title: 'Sort',
        default: ['-created_at'],
      }),
    ),
  },
  { additionalProperties: false },
)
export type TasksParams = Static<typeof TasksParams>

/** The tasks that the reader may see: tasks that it owns or is assigned to; all with manage_tasks. */
export const TasksResults = Type.Array(Task)
export type TasksResults = Static<typeof TasksResults>
