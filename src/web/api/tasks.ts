import type { User } from '../../schema/people/user.ts'
import type { Task, TaskDraft, TaskPatch } from '../../schema/task.ts'
import { get, type ListPage, resource } from './http/request.ts'

export const {
  create: createTask,
  change: changeTask,
  remove: deleteTask,
} = resource<Task, TaskDraft, TaskPatch>('/api/tasks')

/** A user in a list to choose from. */
export type UserName = Pick<User, 'id' | 'username' | 'fullname'>
const maxUsers = 500

/** Active users by name. */
export async function readUserNames(signal: AbortSignal): Promise<UserName[]> {
  return (await get<ListPage<UserName>>(`/api/user-names?page_size=${maxUsers}`, signal)).objects
}
