import type { Task } from '../../schema/task.ts'
import { Observable } from '../state/observable.ts'

/** What the task dialog opens with: a task to edit, or what is known of a new one. */
export interface TaskDialogInput {
  task?: Task
  title?: string
  description?: string
  /** `_id` of the event that the task is about. */
  eventId?: string
}

/** Undefined while the dialog is closed. */
export const taskDialogInput = new Observable<TaskDialogInput | undefined>(undefined)

/** Opens the dialog for a new task, or for the one given, over any page. */
export function openTaskDialog(input: TaskDialogInput): void {
  taskDialogInput.set(input)
}
