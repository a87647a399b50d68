import { useMemo } from 'react'
import { printable } from '../../charts/printable.ts'
import type { Task } from '../../schema/task.ts'
import { readUserNames, type UserName } from '../api/tasks.ts'
import { useSession } from '../state/session.ts'
import { useRead } from '../state/use-read.ts'
import { taskTexts } from '../texts/tasks.ts'

/** Users to choose from, and their names. */
export interface UserNames {
  /** Possible assignees, the current user first. */
  list: readonly { id: number; name: string }[]
  /** null: not assigned. */
  nameOf: (id: number | null) => string
}

const noTasks: readonly Task[] = []

/** Active users, the current one first, and further owners and assignees of the given tasks. */
export function useUserNames(tasks = noTasks): UserNames {
  const session = useSession()
  const user = session.state === 'in' ? session.user : undefined
  const all = useRead(['people', 'names'], readUserNames).data
  return useMemo(() => {
    const names = new Map<number, string>()
    const add = ({ id, username, fullname }: UserName) => names.set(id, printable(fullname || username))
    if (user) names.set(user.id, taskTexts.me(printable(user.fullname || user.username)))
    for (const person of [...(all ?? []), ...tasks.map(({ owner }) => owner)])
      if (!names.has(person.id)) add(person)
    for (const { assigned_to: id } of tasks)
      if (id !== null && !names.has(id)) names.set(id, taskTexts.user(id))
    return {
      list: [...names].map(([id, name]) => ({ id, name })),
      nameOf: id => (id === null ? taskTexts.nobody : (names.get(id) ?? taskTexts.user(id))),
    }
  }, [user, all, tasks])
}
