import { type Permission, permissions } from '../../schema/people/group.ts'
import { parseStrings } from '../database/json-column.ts'
import type { Database } from '../database/tables.ts'
import type { UserRef } from './identity.ts'
import { userRef } from './user-ref.ts'

/** The current rights of the owner of a report, a trigger or another object. */
export interface OwnerRights {
  user: UserRef
  permissions: ReadonlySet<Permission>
  hosts: readonly string[]
}

/** The current rights of a user; undefined if the user is deleted or disabled. */
export async function getOwnerRights(db: Database, userId: number): Promise<OwnerRights | undefined> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
  if (user === undefined || user.is_active === 0) return undefined
  return { user: userRef(user), ...(await getRights(db, user)) }
}

/** The rights of a user: the permissions and host patterns of all the user's groups. */
export async function getRights(
  db: Database,
  user: { id: number; is_admin: 0 | 1 },
): Promise<Omit<OwnerRights, 'user'>> {
  if (user.is_admin === 1) return { permissions: new Set(permissions), hosts: ['*'] }
  const rows = await db
    .selectFrom('groups')
    .innerJoin('group_members', 'group_members.group_id', 'groups.id')
    .select(['groups.permissions', 'groups.hosts'])
    .where('group_members.user_id', '=', user.id)
    .orderBy('groups.id')
    .execute()
  const hosts = new Set(rows.flatMap(row => parseStrings(row.hosts)))
  return {
    permissions: new Set(rows.flatMap(row => knownPermissions(row.permissions))),
    hosts: hosts.has('*') ? ['*'] : [...hosts].sort(),
  }
}

/** The permissions of a group. A permission that this version does not know gives nothing. */
export function knownPermissions(json: string): Permission[] {
  const names = new Set(parseStrings(json))
  return permissions.filter(permission => names.has(permission))
}
