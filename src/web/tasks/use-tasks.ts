import { useMutation } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { openTaskStatuses, type Task, type TaskPatch } from '../../schema/task.ts'
import { errorText } from '../api/http/api-error.ts'
import { changeTask, deleteTask } from '../api/tasks.ts'
import { showToast } from '../components/toast.tsx'
import { useLiveQuery } from '../live/use-live-query.ts'
import { taskTexts } from '../texts/tasks.ts'

/** Functions that change tasks. Failures are shown as a toast. */
export interface TaskChanges {
  /** `done`: text of the toast after the change. */
  change: (task: Task, patch: TaskPatch, done: string) => void
  remove: (task: Task) => void
}

/** All tasks of the user, and functions that change them. */
export interface LiveTasks extends TaskChanges {
  /** undefined before the first answer. */
  tasks: readonly Task[] | undefined
  error: unknown
  retry: () => void
}

/**
 * Every task that the user may see, live. Changes show at once, and are reverted when the service refuses
 * them.
 */
export function useTasks(): LiveTasks {
  const query = useLiveQuery({ type: 'Tasks', params: {} }, true)
  const { answer } = query
  // The results are a `Partial` of a list, whose items may be undefined for TypeScript.
  const answeredTasks = useMemo(() => answer?.results?.filter(task => task !== undefined), [answer])
  /** Changes that no answer contains yet, by id of the task. */
  const [pending, setAllPending] = useState<ReadonlyMap<number, TaskPatch | 'deleted'>>(new Map())
  const setPending = (id: number, patch: TaskPatch | 'deleted' | undefined) =>
    setAllPending(before => {
      const after = new Map(before)
      if (patch === undefined) after.delete(id)
      else after.set(id, patch)
      return after
    })
  // A newer answer contains the changes made before it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each answer
  useEffect(() => setAllPending(before => (before.size === 0 ? before : new Map())), [answeredTasks])

  const { mutate } = useMutation({
    mutationFn: async ({ task, patch }: { task: Task; patch: TaskPatch | 'deleted'; done: string }) => {
      setPending(task.id, patch)
      if (patch === 'deleted') await deleteTask(task.id)
      else await changeTask(task.id, patch)
    },
    onSuccess: (_, { done }) => showToast(done),
    onError: (error, { task }) => {
      setPending(task.id, undefined)
      showToast(errorText(error))
    },
  })
  const tasks = useMemo(() => answeredTasks && withChanges(answeredTasks, pending), [answeredTasks, pending])
  return {
    tasks,
    error: query.error,
    retry: query.retry,
    change: (task, patch, done) => mutate({ task, patch, done }),
    remove: task => mutate({ task, patch: 'deleted', done: taskTexts.deleted(task.title) }),
  }
}

function withChanges(tasks: readonly Task[], pending: ReadonlyMap<number, TaskPatch | 'deleted'>): Task[] {
  return tasks.flatMap(task => {
    const patch = pending.get(task.id)
    if (patch === undefined) return [task]
    if (patch === 'deleted') return []
    const isOpen = openTaskStatuses.includes(patch.status ?? task.status)
    return [{ ...task, ...patch, is_open: isOpen, is_closed: !isOpen }]
  })
}
