import { type Permission, permissions } from '../../schema/people/group.ts'
import { parseStrings } from '../database/json-column.ts'
import type { Database } from '../database/tables.ts'

/** The rights of a user: the permissions and host patterns of all the user's groups. */
export async function getRights(
  db: Database,
  user: { id: number; is_admin: 0 | 1 },
): Promise<{ permissions: ReadonlySet<Permission>; hosts: readonly string[] }> {
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
