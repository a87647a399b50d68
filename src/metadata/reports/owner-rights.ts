import type { Database } from '../database/tables.ts'
import type { Permission, UserRef } from '../identity/identity.ts'
import { getRights } from '../identity/rights.ts'
import { userRef } from '../identity/user-ref.ts'

/** Current rights of the owner of a report, a schedule or a trigger. */
export interface OwnerRights {
  user: UserRef
  permissions: ReadonlySet<Permission>
  /** Patterns of hosts that the owner may see. */
  hosts: readonly string[]
}

/** The rights of a user; undefined if the user is deleted or disabled. */
export async function getOwnerRights(db: Database, userId: number): Promise<OwnerRights | undefined> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
  if (user === undefined || user.is_active === 0) return undefined
  return { user: userRef(user), ...(await getRights(db, user)) }
}
