import { type Task, taskStatuses } from '../../schema/task.ts'
import type { TaskShow, TaskSort, TasksState } from './tasks-address.ts'

/** Whether a task is open and its due time has passed. */
export function isOverdue(task: Task, now: number): boolean {
  return task.is_open && task.due !== null && task.due < now
}

/** Which tasks each choice shows. `me`: id of the user; `now`: Unix seconds. */
const shows: Record<TaskShow, (task: Task, me: number, now: number) => boolean> = {
  open: task => task.is_open,
  mine: (task, me) => task.is_open && task.assigned_to === me,
  unassigned: task => task.is_open && task.assigned_to === null,
  overdue: (task, _, now) => isOverdue(task, now),
  created: (task, me) => task.owner.id === me,
  closed: task => task.is_closed,
  all: () => true,
}

/**
 * By due time: soonest first, tasks without one last (two of them are equal: their difference is NaN). By
 * time of change or creation: newest first.
 */
const sorts: Record<TaskSort, (a: Task, b: Task) => number> = {
  due: (a, b) => (a.due ?? Number.POSITIVE_INFINITY) - (b.due ?? Number.POSITIVE_INFINITY) || 0,
  updated: (a, b) => b.updated_at - a.updated_at,
  created: (a, b) => b.created_at - a.created_at,
  title: (a, b) => a.title.localeCompare(b.title),
  status: (a, b) => taskStatuses.indexOf(a.status) - taskStatuses.indexOf(b.status),
}

/** The tasks for a state of the page, sorted; of equal ones, the newer first. `me`: id of the user. */
export function chooseTasks(
  tasks: readonly Task[],
  { show, sort, text }: Pick<TasksState, 'show' | 'sort' | 'text'>,
  me: number,
  now: number,
): Task[] {
  const words = text.toLowerCase().split(/\s+/)
  const compare = sorts[sort]
  return tasks
    .filter(task => {
      const searched = `${task.title}\n${task.description}`.toLowerCase()
      return shows[show](task, me, now) && words.every(word => searched.includes(word))
    })
    .toSorted((a, b) => compare(a, b) || b.id - a.id)
}

/** Number of tasks for each choice of the filter. */
export function countTasks(tasks: readonly Task[], me: number, now: number): Record<TaskShow, number> {
  const count = (show: TaskShow) => tasks.filter(task => shows[show](task, me, now)).length
  return {
    open: count('open'),
    mine: count('mine'),
    unassigned: count('unassigned'),
    overdue: count('overdue'),
    created: count('created'),
    closed: count('closed'),
    all: tasks.length,
  }
}
