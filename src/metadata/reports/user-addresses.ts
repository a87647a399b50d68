import { sql } from 'kysely'
import type { Database } from '../database/tables.ts'

/** Those of these addresses that belong to active users, in lower case. */
export async function findUserAddresses(
  db: Database,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  if (emails.length === 0) return new Set()
  const addresses = emails.map(email => email.toLowerCase())
  const lower = sql<string>`lower(${sql.ref('email')})`
  const rows = await db
    .selectFrom('users')
    .select(lower.as('address'))
    .where('is_active', '=', 1)
    .where(lower, 'in', addresses)
    .execute()
  return new Set(rows.map(row => row.address))
}

/** Addresses of these users, by id; only active users that have one. */
export async function findAddressesOf(
  db: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('is_active', '=', 1)
    .where('email', '!=', '')
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, email }) => [id, email]))
}
