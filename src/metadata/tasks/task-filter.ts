import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { openTaskStatuses } from '../../schema/task.ts'
import { nameKey, type Tables } from '../database/tables.ts'

/** The user who reads or changes tasks. */
export interface TaskViewer {
  userId: number
  /** Holds manage_tasks: may read and change all users' tasks, and list them with `showAll`. */
  managesTasks: boolean
}

/** Conditions of a list of tasks, combined by AND. */
export interface TaskFilter {
  /** All users' tasks; ignored without managesTasks. */
  showAll?: boolean
  /** Owned by any of these users; empty: by any user. */
  owners?: readonly number[]
  /** Assigned to any of these users; empty: to any user. */
  assignedTo?: readonly number[]
  /** Without an assignee (true) or with one (false). */
  unassigned?: boolean
  /** Equal, in any letter case. */
  title?: string
  isOpen?: boolean
  isOverdue?: boolean
}

type Builder = ExpressionBuilder<Tables, 'tasks'>

function isOwnOrAssigned(eb: Builder, { userId }: TaskViewer): Expression<SqlBool> {
  return eb.or([eb('tasks.owner_id', '=', userId), eb('tasks.assigned_to', '=', userId)])
}

/** `now` in microseconds. */
export function taskCondition(
  eb: Builder,
  viewer: TaskViewer,
  filter: TaskFilter,
  now: number,
): Expression<SqlBool> {
  const { owners = [], assignedTo = [], unassigned, title, isOpen, isOverdue } = filter
  const conditions: Expression<SqlBool>[] = []
  if (!(filter.showAll === true && viewer.managesTasks)) conditions.push(isOwnOrAssigned(eb, viewer))
  if (owners.length > 0) conditions.push(eb('tasks.owner_id', 'in', [...owners]))
  if (assignedTo.length > 0) conditions.push(eb('tasks.assigned_to', 'in', [...assignedTo]))
  if (unassigned !== undefined) conditions.push(eb('tasks.assigned_to', unassigned ? 'is' : 'is not', null))
  if (title !== undefined) conditions.push(eb('tasks.title_key', '=', nameKey(title)))
  const open = eb('tasks.status', 'in', [...openTaskStatuses])
  if (isOpen !== undefined) conditions.push(isOpen ? open : eb.not(open))
  if (isOverdue !== undefined) {
    // Without `is not null` the negation would be unknown, not true, for tasks without `due`.
    const overdue = eb.and([open, eb('tasks.due', 'is not', null), eb('tasks.due', '<', now)])
    conditions.push(isOverdue ? overdue : eb.not(overdue))
  }
  return eb.and(conditions)
}
