import { type Expression, type ExpressionBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import {
  openTaskStatuses,
  type Task,
  type TaskDraft,
  type TaskOrderField,
  type TaskPatch,
  taskStatuses,
} from '../../schema/task.ts'
import { findByKey, insertRow, updateRow } from '../database/row.ts'
import { isOneOf } from '../database/sql-forms.ts'
import { type Database, nameKey, type Tables, unixSeconds } from '../database/tables.ts'
import { ownerRef, userNameColumns } from '../identity/user-ref.ts'
import {
  type ListOptions,
  type ListResult,
  nullAs,
  rankIn,
  readList,
  type SortColumns,
} from '../lists/select-page.ts'
import { type Edit, EditableObjects } from '../repository/owned-objects.ts'
import { requireOwnedAtMost, requireRows } from '../repository/require.ts'
import { hostListsOf } from '../triggers/host-lists.ts'

export type TaskListOptions = ListOptions<TaskOrderField> & TaskFilter

const sortColumns: SortColumns<TaskOrderField> = {
  table: 'tasks',
  keys: {
    title: sql.ref('tasks.title_key'),
    due: nullAs('tasks.due', Number.MAX_SAFE_INTEGER),
    status: rankIn('tasks.status', taskStatuses),
  },
}

export const maxTasks = 100_000

/**
 * Tasks of users. The owner of a task, its assignee and holders of manage_tasks read and change it; an
 * assignee may not remove it. Tasks of triggers: see `isShownToManager`. The caller has checked the
 * permission `tasks`.
 */
export class Tasks extends EditableObjects<TaskViewer, TaskRow, Task, SettableTask, TaskDraft, TaskPatch> {
  protected readonly table = 'tasks'
  protected readonly managerFlag = 'managesTasks'

  async list(viewer: TaskViewer, options: TaskListOptions): Promise<ListResult<Task>> {
    // The filter and the shown tasks use the same moment, since `is_overdue` changes with the clock.
    const now = this.clock()
    const isShown = await isShownToManager(this.db, viewer)
    const condition = (eb: ExpressionBuilder<Tables, 'tasks'>) =>
      taskCondition(eb, viewer, options, isShown, now)
    const rows = taskRows(this.db).where(condition)
    const counted = this.db.selectFrom('tasks').where(condition)
    return readList(rows, counted, options, sortColumns, page => page.map(row => presentTask(row, now)))
  }

  /**
   * Creates a task of the viewer, or returns the existing task with the same `idempotencyKey`. Throws
   * validation for an unknown assignee, conflict if the viewer owns too many.
   */
  create(viewer: TaskViewer, draft: TaskDraft, idempotencyKey: string | null = null): Promise<Task> {
    const now = this.clock()
    const task = this.withDefaults(draft)
    return this.change(viewer, async transaction => {
      const existingId = await findByKey(transaction, 'tasks', idempotencyKey)
      if (existingId !== undefined) return existingId
      await requireAssignee(transaction, task.assigned_to)
      await requireOwnedAtMost(maxTasks, transaction, 'tasks', viewer.userId)
      const owner_hosts_id = await hostsOfAction(transaction, idempotencyKey)
      return this.quota.within(transaction, 'tasks', viewer.userId, () =>
        insertRow(transaction, 'tasks', {
          ...columnsOf(task),
          owner_id: viewer.userId,
          idempotency_key: idempotencyKey,
          owner_hosts_id,
          created_at: now,
          updated_at: now,
        }),
      )
    })
  }

  protected async rewrite({
    transaction,
    row,
    apply,
  }: Edit<TaskViewer, TaskRow, SettableTask>): Promise<void> {
    const now = this.clock()
    const task = apply(presentTask(row, now))
    if (task.assigned_to !== row.assigned_to) await requireAssignee(transaction, task.assigned_to)
    await this.quota.within(transaction, 'tasks', row.owner_id, () =>
      updateRow(transaction, 'tasks', row.id, { ...columnsOf(task), updated_at: now }),
    )
  }

  protected withDefaults(draft: TaskDraft): SettableTask {
    const { title, description = '', due = null, status = 'new', assigned_to = null, event_id = null } = draft
    return { title, description, due, status, assigned_to, event_id }
  }

  protected async readRow(db: Database, viewer: TaskViewer, id: number): Promise<TaskRow | undefined> {
    const isShown = await isShownToManager(db, viewer)
    return taskRows(db)
      .select(sql<number>`case when ${isShown} then 1 else 0 end`.as('is_shown'))
      .where('tasks.id', '=', id)
      .executeTakeFirst()
  }

  protected override mayRead(row: TaskRow, viewer: TaskViewer): boolean {
    if ([row.owner_id, row.assigned_to].includes(viewer.userId)) return true
    return viewer.managesTasks && row.is_shown === 1
  }

  protected override mayWrite(row: TaskRow, viewer: TaskViewer): boolean {
    return this.mayRead(row, viewer)
  }

  protected present(row: TaskRow): Task {
    return presentTask(row, this.clock())
  }
}

/** For a user who will be deleted: makes other assignees the owners of the user's tasks. */
export async function handOverTasks(transaction: Transaction<Tables>, userId: number): Promise<void> {
  await transaction
    .updateTable('tasks')
    .set(eb => ({ owner_id: eb.ref('assigned_to').$notNull() }))
    .where('owner_id', '=', userId)
    .where('assigned_to', 'is not', null)
    .where('assigned_to', '!=', userId)
    .execute()
}

type SettableTask = Pick<Task, 'title' | 'description' | 'due' | 'status' | 'assigned_to' | 'event_id'>

function columnsOf({ title, description, due, status, assigned_to, event_id }: SettableTask) {
  return {
    title,
    title_key: nameKey(title),
    description,
    due: due === null ? null : Math.round(due * 1_000_000),
    status,
    assigned_to,
    // Forms have '' for null.
    event_id: event_id === '' ? null : event_id,
  }
}

function taskRows(db: Database) {
  return db
    .selectFrom('tasks')
    .innerJoin('users', 'users.id', 'tasks.owner_id')
    .selectAll('tasks')
    .select(userNameColumns)
}

type ListedRow = Awaited<ReturnType<ReturnType<typeof taskRows>['executeTakeFirstOrThrow']>>
/** `is_shown`: see `isShownToManager`. */
type TaskRow = ListedRow & { is_shown: number }

function presentTask(row: ListedRow, now: number): Task {
  const status = taskStatuses.find(known => known === row.status) ?? 'closed'
  const isOpen = openTaskStatuses.includes(status)
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    due: unixSeconds(row.due),
    status,
    assigned_to: row.assigned_to,
    event_id: row.event_id,
    is_open: isOpen,
    is_closed: !isOpen,
    is_overdue: isOpen && row.due !== null && row.due < now,
    owner: ownerRef(row),
    created_at: unixSeconds(row.created_at),
    updated_at: unixSeconds(row.updated_at),
  }
}

/** Id of the list of hosts that the trigger's owner saw, from the action that creates the task. */
async function hostsOfAction(transaction: Transaction<Tables>, key: string | null): Promise<number | null> {
  if (key === null) return null
  const run = await transaction
    .selectFrom('action_runs')
    .select('owner_hosts_id')
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  return run?.owner_hosts_id ?? null
}

async function requireAssignee(transaction: Transaction<Tables>, userId: number | null): Promise<void> {
  if (userId !== null) await requireRows(transaction, 'users', [userId], 'assigned_to')
}

/** The user who reads or changes tasks. */
export interface TaskViewer {
  userId: number
  /** Holds manage_tasks: may read and change all users' tasks, and list them with `showAll`. */
  managesTasks: boolean
  /** Whether a reader of some hosts sees every host of these patterns; absent: the reader sees all hosts. */
  coversHosts?: ((patterns: readonly string[]) => boolean) | undefined
}

/** Conditions of a list of tasks, combined by AND. */
interface TaskFilter {
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
 * Whether a manager sees another user's task. A task of a trigger contains what the trigger found in events
 * of its owner's hosts, so the manager must see all hosts that the owner saw when the trigger fired.
 */
async function isShownToManager(db: Database, { coversHosts }: TaskViewer): Promise<Expression<SqlBool>> {
  if (coversHosts === undefined) return sql`1 = 1`
  const covered = isOneOf(sql.ref('tasks.owner_hosts_id'), await hostListsOf(db, coversHosts))
  return sql`(tasks.idempotency_key is null or coalesce(${covered}, false))`
}

type Builder = ExpressionBuilder<Tables, 'tasks'>

function isOwnOrAssigned(eb: Builder, { userId }: TaskViewer): Expression<SqlBool> {
  return eb.or([eb('tasks.owner_id', '=', userId), eb('tasks.assigned_to', '=', userId)])
}

/** `isShown`: see `isShownToManager`. `now` in microseconds. */
function taskCondition(
  eb: Builder,
  viewer: TaskViewer,
  filter: TaskFilter,
  isShown: Expression<SqlBool>,
  now: number,
): Expression<SqlBool> {
  const { owners = [], assignedTo = [], unassigned, title, isOpen, isOverdue } = filter
  const conditions: Expression<SqlBool>[] = []
  const isOfViewer = isOwnOrAssigned(eb, viewer)
  const showsOthers = filter.showAll === true && viewer.managesTasks
  conditions.push(showsOthers ? eb.or([isOfViewer, isShown]) : isOfViewer)
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
