// Decides which rows about matches of triggers a reader of some hosts sees.

import { type Expression, type SqlBool, sql } from 'kysely'
import { isOneOf } from '../database/sql-forms.ts'
import type { Database } from '../database/tables.ts'
import { hostListsOf } from './host-lists.ts'

/** Whether a reader sees a host; undefined: the reader sees all hosts. */
export type SeesHost = ((host: string) => boolean) | undefined

/** A reader of what triggers found. */
export interface HostViewer {
  userId: number
  /** Absent: sees all hosts. */
  seesHost?: SeesHost
  /** Whether a reader of some hosts sees every host of these patterns; absent: never. */
  coversHosts?: (patterns: readonly string[]) => boolean
}

/** Conditions on the rows of a table for a reader of some hosts. The statement must not alias the table. */
export interface VisibleRows {
  isVisible: Expression<SqlBool>
  /** The reader sees all hosts of which the row counts matches. */
  showsCount: Expression<SqlBool>
  /** The reader owns the trigger of the row. */
  isOwned: Expression<SqlBool>
}

/** The tables with rows about matches of triggers. */
type MatchTable = 'action_runs' | 'notification_events'

const ownedBy: Record<MatchTable, (userId: number) => Expression<SqlBool>> = {
  action_runs: userId => sql`coalesce(action_runs.owner_id = ${userId}, false)`,
  notification_events: userId => sql`notification_events.group_id in (
    select owned.id from notification_groups as owned join triggers on triggers.id = owned.trigger_id
    where triggers.owner_id = ${userId})`,
}

/** Whether all matches that a row counts are of its host. A row of `action_runs` may count more hosts. */
const countsHostOnly: Record<MatchTable, Expression<SqlBool>> = {
  action_runs: sql`1 = 0`,
  notification_events: sql`notification_events.is_of_host = 1`,
}

/**
 * The conditions for a reader; undefined: the reader sees all rows. A reader of some hosts sees rows of these
 * hosts. Of the rows without a host, the reader sees the rows of the reader's own triggers, and rows whose
 * owner saw no hosts that the reader does not see. Hosts are compared in JavaScript, because databases ignore
 * letter case in ASCII only.
 */
export async function visibleRows(
  db: Database,
  table: MatchTable,
  { userId, seesHost, coversHosts = () => false }: HostViewer,
): Promise<VisibleRows | undefined> {
  if (seesHost === undefined) return undefined
  const { rows } = await sql<{ host: string }>`select distinct host from ${sql.table(table)}`.execute(db)
  const hosts = rows.map(row => row.host).filter(host => host !== '' && seesHost(host))
  const coveredLists = await hostListsOf(db, coversHosts)
  const isOwned = ownedBy[table](userId)
  const isCovered = sql`coalesce(${isOneOf(sql.ref(`${table}.owner_hosts_id`), coveredLists)}, false)`
  return {
    isVisible: sql`(${isOneOf(sql.ref(`${table}.host`), hosts)}
      or (${sql.ref(`${table}.host`)} = '' and (${isOwned} or ${isCovered})))`,
    showsCount: sql`(${countsHostOnly[table]} or ${isOwned} or ${isCovered})`,
    isOwned,
  }
}

/**
 * For each group of notifications, counts and times of the entries that the reader sees. An entry whose count
 * the reader must not see counts as one.
 */
export function visibleParts(db: Database, visible: VisibleRows) {
  const count = sql`case when ${visible.showsCount} then count else 1 end`
  return db
    .selectFrom('notification_events')
    .select('group_id')
    .select(sql<number>`sum(${count})`.as('all_count'))
    .select(sql<number>`sum(case is_read when 0 then ${count} else 0 end)`.as('unread_count'))
    .select(sql<number | null>`min(case is_read when 0 then fired_at end)`.as('unread_since'))
    .select(sql<number>`max(fired_at)`.as('last_issued'))
    .where(visible.isVisible)
    .groupBy('group_id')
}
