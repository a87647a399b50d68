import { useMutation } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Task, TaskPatch } from '../../schema/task.ts'
import { errorText } from '../api/http/api-error.ts'
import { changeTask, deleteTask } from '../api/tasks.ts'
import { showToast } from '../components/toast.tsx'
import { useLiveQuery } from '../live/use-live-query.ts'
import { taskTexts } from '../texts/tasks.ts'
import { afterAnswer, afterSaving, type PendingChange, withChanges } from './pending-changes.ts'

/** Functions that change tasks. A toast shows the result or the failure. */
export interface TaskChanges {
  /** `done`: text of the toast after the change. */
  change: (task: Task, patch: TaskPatch, done: string) => void
  remove: (task: Task) => void
}

/** The tasks, and functions that change them. */
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
  const [pending, setPending] = useState<readonly PendingChange[]>([])
  useEffect(() => {
    if (answeredTasks) setPending(before => afterAnswer(before, answeredTasks))
  }, [answeredTasks])

  const { mutate } = useMutation({
    mutationFn: async ({ change }: { change: PendingChange; done: string }) => {
      const { taskId, patch } = change
      setPending(before => [...before, change])
      if (patch !== 'deleted') return (await changeTask(taskId, patch)).updated_at
      await deleteTask(taskId)
      return 0
    },
    onSuccess: (savedAt, { change, done }) => {
      setPending(before => afterSaving(before, change, savedAt))
      showToast(done)
    },
    onError: (error, { change }) => {
      setPending(before => before.filter(other => other !== change))
      showToast(errorText(error))
    },
  })
  const tasks = useMemo(() => answeredTasks && withChanges(answeredTasks, pending), [answeredTasks, pending])
  return {
    tasks,
    error: query.error,
    retry: query.retry,
    change: ({ id }, patch, done) => mutate({ change: { taskId: id, patch, savedAt: undefined }, done }),
    remove: ({ id, title }) =>
      mutate({
        change: { taskId: id, patch: 'deleted', savedAt: undefined },
        done: taskTexts.deleted(title),
      }),
  }
}
