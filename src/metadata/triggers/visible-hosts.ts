import { type Expression, type SqlBool, sql } from 'kysely'
import { isOneOf } from '../sql-forms.ts'
import type { Database } from '../tables.ts'

/** Whether a reader sees a host; undefined: all of them. */
export type SeesHost = ((host: string) => boolean) | undefined

/**
 * A condition on the rows of a table, under its own name: they have a host that the reader sees, or none. undefined: the reader sees all.
 * Hosts are compared in JavaScript, because databases ignore letter case in ASCII only.
 */
export async function visibleHosts(
  db: Database,
  table: 'action_runs' | 'notification_events',
  seesHost: SeesHost,
): Promise<Expression<SqlBool> | undefined> {
  if (seesHost === undefined) return undefined
  const { rows } = await sql<{ host: string }>`select distinct host from ${sql.table(table)}`.execute(db)
  const visible = rows.map(row => row.host).filter(host => host === '' || seesHost(host))
  return isOneOf(sql.ref(`${table}.host`), visible)
}

/** Counts and times of those entries of each group of notifications that meet a condition. */
export function visibleParts(db: Database, condition: Expression<SqlBool> | undefined) {
  const parts = db
    .selectFrom('notification_events')
    .select('group_id')
    .select(sql<number>`sum(count)`.as('all_count'))
    .select(sql<number>`sum(case is_read when 0 then count else 0 end)`.as('unread_count'))
    .select(sql<number | null>`min(case is_read when 0 then fired_at end)`.as('unread_since'))
    .select(sql<number>`max(fired_at)`.as('last_issued'))
    .groupBy('group_id')
  return condition === undefined ? parts : parts.where(condition)
}
