// Checks of rows and of their number before a change. They throw the fault that the client gets.

import type { SelectQueryBuilder } from 'kysely'
import { Fault, fieldFault } from '../../schema/fault.ts'
import type { Database, Tables } from '../database/tables.ts'
import { countRows } from '../lists/select-page.ts'

/** Throws validation of `field` for the first of these ids that `table` does not have. */
export async function requireRows(
  db: Database,
  table: 'users' | 'groups',
  ids: Iterable<number>,
  field: string,
): Promise<void> {
  for (const id of new Set(ids)) {
    const row = await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()
    if (row !== undefined) continue
    throw missingFault(field, id)
  }
}

/** The answer to a body whose `field` has the id of an object that does not exist. */
export function missingFault(field: string, id: number): Fault {
  return fieldFault(field, `Invalid pk "${id}" - object does not exist.`)
}

/** Names of the objects of which a user may own a limited number, by table. */
const ownedObjects = {
  dashboards: 'dashboards',
  report_schedules: 'schedules',
  saved_searches: 'saved searches',
  tasks: 'tasks',
} as const

/** Throws conflict when a user would own more than `max` of these rows. */
export function requireOwnedAtMost(
  max: number,
  db: Database,
  table: keyof typeof ownedObjects,
  userId: number,
  added = 1,
): Promise<void> {
  const owned = db.selectFrom(table).where('owner_id', '=', userId)
  return requireAtMost(max, owned, `A user owns at most ${max} ${ownedObjects[table]}.`, added)
}

/** Throws conflict with this detail when there would be more than `max` of these rows. */
export async function requireAtMost<Table extends keyof Tables>(
  max: number,
  rows: SelectQueryBuilder<Tables, Table, object>,
  detail: string,
  added = 1,
): Promise<void> {
  if ((await countRows(rows)) + added > max) throw new Fault('conflict', { detail })
}
