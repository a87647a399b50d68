import type { Database } from '../database/tables.ts'

/** Which of these addresses active users have, in lower case. */
export async function findUserAddresses(
  db: Database,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  if (emails.length === 0) return new Set()
  const rows = await activeAddresses(db).execute()
  // Compared here: `lower` of the databases changes only ASCII letters.
  const known = new Set(rows.map(({ email }) => email.toLowerCase()))
  return new Set(emails.map(email => email.toLowerCase()).filter(email => known.has(email)))
}

/** Addresses of these users, by id; only active users that have one. */
export async function findAddressesOf(
  db: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await activeAddresses(db)
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, email }) => [id, email]))
}

function activeAddresses(db: Database) {
  return db.selectFrom('users').select(['id', 'email']).where('is_active', '=', 1).where('email', '!=', '')
}
