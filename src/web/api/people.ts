import type { Group, GroupDraft, GroupPatch } from '../../schema/people/group.ts'
import type { User, UserDraft, UserPatch } from '../../schema/people/user.ts'
import { type ListPage, request, resource } from './http/request.ts'

/** Maximum groups, and maximum users, in a form. */
const maxListed = 1_000

export function readUsers(page: number, pageSize: number, signal?: AbortSignal): Promise<ListPage<User>> {
  return request(`/api/users?ordering=username&page=${page}&page_size=${pageSize}`, { signal })
}

/** Users to choose from: the first 1,000 by name. */
export async function readUserChoices(signal?: AbortSignal): Promise<User[]> {
  return (await readUsers(1, maxListed, signal)).objects
}

/** Groups by name: the first 1,000. */
export async function readGroups(signal?: AbortSignal): Promise<Group[]> {
  const path = `/api/groups?ordering=name&page_size=${maxListed}`
  return (await request<ListPage<Group>>(path, { signal })).objects
}

export const {
  read: readUser,
  create: createUser,
  change: changeUser,
  remove: deleteUser,
} = resource<User, UserDraft, UserPatch>('/api/users')

export const {
  read: readGroup,
  create: createGroup,
  change: changeGroup,
  remove: deleteGroup,
} = resource<Group, GroupDraft, GroupPatch>('/api/groups')
