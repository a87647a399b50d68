import type { Database } from '../database/tables.ts'
import type { Permission, UserRef } from './identity.ts'
import { getRights } from './rights.ts'
import { userRef } from './user-ref.ts'

/** The owner of an object that works in the background, such as a report, and the owner's current rights. */
export interface OwnerRights {
  user: UserRef
  permissions: ReadonlySet<Permission>
  /** Patterns of the hosts that the user may see. */
  hosts: readonly string[]
}

/** undefined: the user is deleted or disabled. */
export async function getOwnerRights(db: Database, userId: number): Promise<OwnerRights | undefined> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
  if (user === undefined || user.is_active === 0) return undefined
  return { user: userRef(user), ...(await getRights(db, user)) }
}
