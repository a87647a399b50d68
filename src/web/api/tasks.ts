import type { User } from '../../schema/people/user.ts'
import type { Task, TaskDraft, TaskPatch } from '../../schema/task.ts'
import type { ListPage } from './http/list-page.ts'
import { get, request } from './http/request.ts'

export function createTask(draft: TaskDraft): Promise<Task> {
  return request('/api/tasks', { method: 'POST', body: draft })
}

export function updateTask(id: number, patch: TaskPatch): Promise<Task> {
  return request(`/api/tasks/${id}`, { method: 'PATCH', body: patch })
}

export async function deleteTask(id: number): Promise<void> {
  await request(`/api/tasks/${id}`, { method: 'DELETE' })
}

/** Names to choose from. */
export type PersonName = Pick<User, 'id' | 'username' | 'fullname'>
const maxPeople = 500

/** Active users by name. */
export async function readPeople(signal: AbortSignal): Promise<PersonName[]> {
  return (await get<ListPage<PersonName>>(`/api/user-names?page_size=${maxPeople}`, signal)).objects
}
