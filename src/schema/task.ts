import { type Static, Type } from 'typebox'
import { lineText, maxUnixSeconds, nullable, UnixSeconds, UserReference } from './shapes.ts'

/** Statuses of a task, from its creation to its end. */
export const taskStatuses = ['new', 'in_progress', 'resolved', 'closed'] as const
export type TaskStatus = (typeof taskStatuses)[number]

/** The statuses of open tasks. A task with any other status is closed. */
export const openTaskStatuses: readonly TaskStatus[] = ['new', 'in_progress']

/** Members of a task that a client may set. */
const settable = {
  title: lineText({ title: 'Title', minLength: 1, maxLength: 255 }),
  description: Type.String({ title: 'Description', maxLength: 10_000 }),
  due: nullable(Type.Number({ minimum: 0, maximum: maxUnixSeconds }), {
    title: 'Due',
    description: 'Unix seconds',
  }),
  status: Type.Enum([...taskStatuses], { title: 'Status' }),
  assigned_to: nullable(Type.Integer(), {
    title: 'Assigned to',
    description: 'Id of a user; null: unassigned',
  }),
  event_id: nullable(Type.String({ maxLength: 100 }), {
    title: 'Event',
    description: '`_id` of the event of the task; an empty text means null, since forms cannot send null',
  }),
}

/** A task, as the API shows it. */
export const Task = Type.Object(
  {
    id: Type.Integer(),
    ...settable,
    is_open: Type.Boolean({ description: 'The status is new or in_progress' }),
    is_closed: Type.Boolean(),
    is_overdue: Type.Boolean({ description: 'The task is open and was due before now' }),
    owner: UserReference,
    created_at: UnixSeconds,
    updated_at: UnixSeconds,
  },
  { $id: 'Task', additionalProperties: false },
)
export type Task = Static<typeof Task>

/** Body that creates or replaces a task. Absent members take their defaults. */
export const TaskDraft = Type.Object(
  {
    ...Type.Partial(Type.Object(settable)).properties,
    title: settable.title,
  },
  { $id: 'TaskDraft', additionalProperties: false },
)
export type TaskDraft = Static<typeof TaskDraft>

/** Body that changes a task. Absent members keep their values. */
export const TaskPatch = Type.Partial(TaskDraft, { $id: 'TaskPatch', additionalProperties: false })
export type TaskPatch = Static<typeof TaskPatch>

/**
 * Fields by which a list of tasks can be ordered. Titles ignore case; statuses are in the order of
 * `taskStatuses`.
 */
export const taskOrderFields = ['id', 'title', 'created_at', 'updated_at', 'due', 'status'] as const
export type TaskOrderField = (typeof taskOrderFields)[number]
