// The hosts (patterns) that the owner of a trigger might see when it fired, each list stored once (table
// `host_lists`). Notifications, action runs and tasks refer to them: a reader who may see fewer hosts does
// not read what was found in all of them.

import { createHash } from 'node:crypto'
import type { Database } from '../database/tables.ts'

/**
 * Maximum lists; the newest are kept. Records that refer to a deleted list are of unknown hosts: only their
 * owner and readers of all hosts read them.
 */
const maxLists = 1_000

/** A hash that is equal for lists of the same patterns. */
export function hostListDigest(patterns: readonly string[]): string {
  return createHash('sha256').update(textOf(patterns)).digest('base64url')
}

/**
 * The id of a list of patterns of hosts, which is added when it is new. Call it in a transaction that writes.
 */
export async function hostListId(db: Database, patterns: readonly string[]): Promise<number> {
  const digest = hostListDigest(patterns)
  const known = await db.selectFrom('host_lists').select('id').where('digest', '=', digest).executeTakeFirst()
  if (known !== undefined) return known.id
  const { id } = await db
    .insertInto('host_lists')
    .values({ digest, patterns: textOf(patterns) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .deleteFrom('host_lists')
    .where('id', '<=', id - maxLists)
    .execute()
  return id
}

type HostList = readonly string[] | null | undefined

/** Ids of some lists of patterns. */
export interface HostListIds {
  /** null for null and undefined: the hosts are unknown. */
  idOf(patterns: HostList): number | null
}

/** Ids of these lists. Looks up each array once, since many are the same object. */
export async function readHostListIds(db: Database, lists: Iterable<HostList>): Promise<HostListIds> {
  const ids = new Map<HostList, number>()
  for (const list of new Set(lists)) if (list) ids.set(list, await hostListId(db, list))
  return { idOf: list => ids.get(list) ?? null }
}

/** Ids of the lists that pass a test. */
export async function hostListsOf(
  db: Database,
  isWanted: (patterns: readonly string[]) => boolean,
): Promise<number[]> {
  const rows = await db.selectFrom('host_lists').select(['id', 'patterns']).execute()
  // The column is only written by `hostListId`.
  return rows.filter(({ patterns }) => isWanted(JSON.parse(patterns) as string[])).map(({ id }) => id)
}

/** JSON that is equal for lists of the same patterns, in any order. */
function textOf(patterns: readonly string[]): string {
  return JSON.stringify(patterns.includes('*') ? ['*'] : [...new Set(patterns)].sort())
}
