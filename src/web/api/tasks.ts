import type { User } from '../../schema/people/user.ts'
import type { Task, TaskDraft, TaskPatch } from '../../schema/task.ts'
import { get, type ListPage, resource } from './http/request.ts'

export const {
  create: createTask,
  change: updateTask,
  remove: deleteTask,
} = resource<Task, TaskDraft, TaskPatch>('/api/tasks')

/** A user in a list to choose from. */
export type PersonName = Pick<User, 'id' | 'username' | 'fullname'>
const maxPeople = 500

/** Active users by name. */
export async function readPeople(signal: AbortSignal): Promise<PersonName[]> {
  return (await get<ListPage<PersonName>>(`/api/user-names?page_size=${maxPeople}`, signal)).objects
}
