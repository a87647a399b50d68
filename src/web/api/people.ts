import type { Group, GroupDraft, GroupPatch } from '../../schema/people/group.ts'
import type { User, UserDraft, UserPatch } from '../../schema/people/user.ts'
import type { ListPage } from './http/list-page.ts'
import { request } from './http/request.ts'

/** Maximum number of groups and of users in a form. */
const maxListed = 1_000

export function readUsers(page: number, pageSize: number, signal?: AbortSignal): Promise<ListPage<User>> {
  return request(`/api/users?ordering=username&page=${page}&page_size=${pageSize}`, { signal })
}

/** Users to choose from: the first 1,000 by name. */
export async function readAllUsers(signal?: AbortSignal): Promise<User[]> {
  return (await readUsers(1, maxListed, signal)).objects
}

/** Groups by name: the first 1,000. */
export async function readGroups(signal?: AbortSignal): Promise<Group[]> {
  const path = `/api/groups?ordering=name&page_size=${maxListed}`
  return (await request<ListPage<Group>>(path, { signal })).objects
}

/** Throws an ApiError; its `fields` name members of the body. So do the functions below. */
export function createUser(draft: UserDraft): Promise<User> {
  return request('/api/users', { method: 'POST', body: draft })
}

export function updateUser(id: number, patch: UserPatch): Promise<User> {
  return request(`/api/users/${id}`, { method: 'PATCH', body: patch })
}

export function deleteUser(id: number): Promise<void> {
  return request(`/api/users/${id}`, { method: 'DELETE' })
}

export function createGroup(draft: GroupDraft): Promise<Group> {
  return request('/api/groups', { method: 'POST', body: draft })
}

export function updateGroup(id: number, patch: GroupPatch): Promise<Group> {
  return request(`/api/groups/${id}`, { method: 'PATCH', body: patch })
}

export function deleteGroup(id: number): Promise<void> {
  return request(`/api/groups/${id}`, { method: 'DELETE' })
}
