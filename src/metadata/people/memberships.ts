import type { Transaction } from 'kysely'
import type { Database, Tables } from '../database/tables.ts'
import { requireRows } from '../repository/require.ts'

/**
 * By the column of `group_members` that is looked up: the other column, the table of its ids, and their field
 * in the API.
 */
const sides = {
  group_id: { other: 'user_id', table: 'users', field: 'members' },
  user_id: { other: 'group_id', table: 'groups', field: 'groups' },
} as const
type Side = keyof typeof sides

/**
 * Reads the ids of the users of each group, or of the groups of each user, ascending. `rows` are the groups
 * or the users.
 */
export async function readMemberships(
  db: Database,
  side: Side,
  rows: readonly { id: number }[],
): Promise<ReadonlyMap<number, number[]>> {
  const { other } = sides[side]
  const found = new Map<number, number[]>(rows.map(({ id }) => [id, []]))
  if (rows.length === 0) return found
  const members = db
    .selectFrom('group_members')
    .selectAll()
    .where(side, 'in', [...found.keys()])
  for (const row of await members.orderBy(other).execute()) found.get(row[side])?.push(row[other])
  return found
}

/** Sets the users of a group, or the groups of a user. Throws validation for an id that does not exist. */
export async function setMemberships(
  transaction: Transaction<Tables>,
  side: Side,
  id: number,
  others: readonly number[],
): Promise<void> {
  const { table, field } = sides[side]
  await requireRows(transaction, table, others, field)
  await transaction.deleteFrom('group_members').where(side, '=', id).execute()
  for (const other of new Set(others)) {
    const member = side === 'group_id' ? { group_id: id, user_id: other } : { group_id: other, user_id: id }
    await transaction.insertInto('group_members').values(member).execute()
  }
}
