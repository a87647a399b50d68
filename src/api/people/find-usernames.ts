import type { UserRepository } from './user-routes.ts'

/** The names of users by id, without users who are deleted or cannot be read. */
export async function findUsernames(
  users: Pick<UserRepository, 'get'>,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const names = new Map<number, string>()
  for (const id of new Set(ids)) {
    const user = await users.get(id).catch(() => undefined)
    if (user !== undefined) names.set(id, user.username)
  }
  return names
}
