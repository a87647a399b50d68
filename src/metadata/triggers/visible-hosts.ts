import { type Expression, type SqlBool, sql } from 'kysely'
import type { Database } from '../tables.ts'

/**
 * A condition on the rows of a table, under its own name: they have a host that the reader sees, or none. undefined: the reader sees all.
 * Hosts are compared in JavaScript, because SQLite ignores letter case in ASCII only.
 */
export async function visibleHosts(
  db: Database,
  table: 'action_runs' | 'notification_events',
  seesHost: ((host: string) => boolean) | undefined,
): Promise<Expression<SqlBool> | undefined> {
  if (seesHost === undefined) return undefined
  const { rows } = await sql<{ host: string }>`select distinct host from ${sql.table(table)}`.execute(db)
  const visible = rows.map(row => row.host).filter(host => host === '' || seesHost(host))
  return sql<SqlBool>`${sql.ref(`${table}.host`)} in (select value from json_each(${JSON.stringify(visible)}))`
}
