import type { Settings } from '../schema/settings/settings.ts'
import type { Metadata } from './open.ts'
import { insertUser } from './people/users.ts'
import { hashPassword, randomPassword } from './secrets/password.ts'
import { insertToken, newSecretKey } from './tokens/tokens.ts'

/** Random credentials of the first start, to be shown once. */
export interface InitialCredentials {
  password?: string
  token?: string
}

/**
 * At the first start, creates the user `admin` with all permissions, a password and a USER token, in one
 * transaction. Password and token come from the settings, or are random. Later starts change nothing and
 * return {}.
 */
export async function bootstrap(
  metadata: Metadata,
  settings: Pick<Settings, 'adminPassword' | 'adminToken'>,
): Promise<InitialCredentials> {
  const { db, keyring, clock } = metadata
  if (await hasUsers(db)) return {}
  const password = settings.adminPassword ?? randomPassword()
  const key = settings.adminToken ?? newSecretKey('USER')
  const passwordHash = await hashPassword(password)
  const isCreated = await db.transaction().execute(async transaction => {
    // Another node may have created the user while this one hashed the password.
    if (await hasUsers(transaction)) return false
    const now = clock()
    const userId = await insertUser(transaction, { username: 'admin', passwordHash, isAdmin: true }, now)
    const token = {
      userId,
      type: 'USER',
      description: 'Made at the first start',
      expiresAt: null,
      key,
    } as const
    await insertToken(transaction, keyring, token, now)
    return true
  })
  if (!isCreated) return {}
  return {
    ...(settings.adminPassword === undefined ? { password } : {}),
    ...(settings.adminToken === undefined ? { token: key } : {}),
  }
}

async function hasUsers(db: Metadata['db']): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}
