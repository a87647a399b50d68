import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { openTaskStatuses } from '../../schema/task.ts'
import { isOneOf } from '../database/sql-forms.ts'
import { type Database, nameKey, type Tables } from '../database/tables.ts'
import { hostListsOf } from '../triggers/host-lists.ts'

/** The user who reads or changes tasks. */
export interface TaskViewer {
  userId: number
  /** Holds manage_tasks: may read and change all users' tasks, and list them with `showAll`. */
  managesTasks: boolean
  /** Whether a reader of some hosts sees every host of these patterns; absent: the reader sees all hosts. */
  coversHosts?: ((patterns: readonly string[]) => boolean) | undefined
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

/**
 * Whether a manager sees a task of others: a trigger writes what it found in events of its owner's hosts, so
 * the manager must see all hosts that the owner saw when the trigger fired.
 */
export async function isShownToManager(
  db: Database,
  { coversHosts }: TaskViewer,
): Promise<Expression<SqlBool>> {
  if (coversHosts === undefined) return sql`1 = 1`
  const covered = isOneOf(sql.ref('tasks.owner_hosts_id'), await hostListsOf(db, coversHosts))
  return sql`(tasks.idempotency_key is null or coalesce(${covered}, false))`
}

type Builder = ExpressionBuilder<Tables, 'tasks'>

function isOwnOrAssigned(eb: Builder, { userId }: TaskViewer): Expression<SqlBool> {
  return eb.or([eb('tasks.owner_id', '=', userId), eb('tasks.assigned_to', '=', userId)])
}

/** `isShown`: see `isShownToManager`. `now` in microseconds. */
export function taskCondition(
  eb: Builder,
  viewer: TaskViewer,
  filter: TaskFilter,
  isShown: Expression<SqlBool>,
  now: number,
): Expression<SqlBool> {
  const { owners = [], assignedTo = [], unassigned, title, isOpen, isOverdue } = filter
  const conditions: Expression<SqlBool>[] = []
  const ofViewer = isOwnOrAssigned(eb, viewer)
  const ofOthers = filter.showAll === true && viewer.managesTasks
  conditions.push(ofOthers ? eb.or([ofViewer, isShown]) : ofViewer)
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
