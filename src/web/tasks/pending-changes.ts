import { openTaskStatuses, type Task, type TaskPatch } from '../../schema/task.ts'

/** A change that the page shows before an answer contains it. */
export interface PendingChange {
  taskId: number
  patch: TaskPatch | 'deleted'
  /** The service has made the change. Answers contain it, except one that is already on its way. */
  isSaved: boolean
}

/** The changes after the service has made `saved`. */
export function afterSaving(changes: readonly PendingChange[], saved: PendingChange): PendingChange[] {
  return changes.map(change => (change === saved ? { ...change, isSaved: true } : change))
}

/** The changes that are still pending after an answer. An answer may be older than a change being saved. */
export function afterAnswer(changes: readonly PendingChange[]): readonly PendingChange[] {
  const unsaved = changes.filter(({ isSaved }) => !isSaved)
  return unsaved.length === changes.length ? changes : unsaved
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
