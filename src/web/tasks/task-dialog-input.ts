import type { Task } from '../../schema/task.ts'
import { Observable } from '../state/observable.ts'

/** Initial content of the task dialog: a task to edit, or known values of a new one. */
export interface TaskDialogInput {
  task?: Task
  title?: string
  description?: string
  /** `_id` of the task's event. */
  eventId?: string
}

/** What the dialog was opened with, on whichever page; undefined while it is closed. */
export const taskDialogInput = new Observable<TaskDialogInput | undefined>(undefined)

/** Opens the dialog for a new task, or for the one given, over any page. */
export function openTaskDialog(input: TaskDialogInput): void {
  taskDialogInput.set(input)
}
