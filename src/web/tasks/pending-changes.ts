import { openTaskStatuses, type Task, type TaskPatch } from '../../schema/task.ts'

/** A change that the page shows before an answer contains it. */
export interface PendingChange {
  taskId: number
  patch: TaskPatch | 'deleted'
  /**
   * `updated_at` of the task after the service has made the change, 0 for a deletion; undefined before. An
   * answer that is already on its way does not contain the change.
   */
  savedAt: number | undefined
}

/** The changes after the service has made `saved`. */
export function afterSaving(
  changes: readonly PendingChange[],
  saved: PendingChange,
  savedAt: number,
): PendingChange[] {
  return changes.map(change => (change === saved ? { ...change, savedAt } : change))
}

/** The changes that the tasks of an answer do not contain: the answer may be older than a change. */
export function afterAnswer(
  changes: readonly PendingChange[],
  tasks: readonly Task[],
): readonly PendingChange[] {
  const missing = changes.filter(({ taskId, patch, savedAt }) => {
    if (savedAt === undefined) return true
    const task = tasks.find(({ id }) => id === taskId)
    return task !== undefined && (patch === 'deleted' || task.updated_at < savedAt)
  })
  return missing.length === changes.length ? changes : missing
}

/** The tasks of an answer as they will be after the pending changes. */
export function withChanges(tasks: readonly Task[], changes: readonly PendingChange[]): Task[] {
  let changed = [...tasks]
  for (const { taskId, patch } of changes) {
    if (patch === 'deleted') changed = changed.filter(({ id }) => id !== taskId)
    else changed = changed.map(task => (task.id === taskId ? patched(task, patch) : task))
  }
  return changed
}

function patched(task: Task, patch: TaskPatch): Task {
  const isOpen = openTaskStatuses.includes(patch.status ?? task.status)
  return { ...task, ...patch, is_open: isOpen, is_closed: !isOpen }
}
