import type { Metadata } from '../../metadata/open.ts'
import { Fault } from '../../schema/fault.ts'
import type { Group } from '../../schema/people/group.ts'
import type { User } from '../../schema/people/user.ts'

/** The user with this name. Throws not_found with the name. */
export async function getUser(metadata: Metadata, username: string): Promise<User> {
  const user = await metadata.users.findByName(username)
  if (user === undefined) throw new Fault('not_found', { detail: `There is no user ${username}.` })
  return user
}

/** The group with this name. Throws not_found with the name. */
export async function getGroup(metadata: Metadata, name: string): Promise<Group> {
  const group = await metadata.groups.findByName(name)
  if (group === undefined) throw new Fault('not_found', { detail: `There is no group ${name}.` })
  return group
}

/** The order of user and group lists: oldest first. */
export const orderById = [{ field: 'id', descending: false }] as const
