// Copies all metadata from SQLite to PostgreSQL or back, for `millrace metadata copy`.

import { type Kysely, sql } from 'kysely'
import { MetadataError } from './database/metadata-error.ts'
import type { OpenedDatabase } from './database/opened-database.ts'
import type { Database, Tables } from './database/tables.ts'

/** The columns that identify the rows of each table. Tables that others refer to come first. */
export const tableKeys: Readonly<Record<keyof Tables, readonly string[]>> = {
  facts: ['key'],
  event_ids: ['id'],
  nodes: ['id'],
  append_log_state: ['name'],
  append_log: ['position'],
  append_batches: ['folder', 'sequence'],
  users: ['id'],
  external_accounts: ['id'],
  groups: ['id'],
  group_members: ['group_id', 'user_id'],
  dashboards: ['id'],
  auth_tokens: ['id'],
  sessions: ['id'],
  revocations: ['id'],
  change_feed: ['id'],
  login_attempts: ['key'],
  user_preferences: ['user_id'],
  widgets: ['id'],
  placements: ['dashboard_id', 'widget_id'],
  tasks: ['id'],
  event_notes: ['id'],
  saved_searches: ['id'],
  saved_search_readers: ['user_id', 'search_id'],
  rule_files: ['name'],
  legal_holds: ['id'],
  forwarders: ['id'],
  report_schedules: ['id'],
  reports: ['id'],
  report_chunks: ['report_id', 'ordinal'],
  host_lists: ['id'],
  triggers: ['id'],
  trigger_counts: ['trigger_id'],
  recorded_batches: ['node', 'sequence'],
  window_states: ['trigger_id', 'key'],
  condition_claims: ['trigger_id'],
  trigger_fires: ['id'],
  notification_groups: ['id'],
  notification_events: ['id'],
  silences: ['id'],
  action_runs: ['id'],
  audit_log: ['id'],
  action_times: ['trigger_id', 'kind', 'key'],
}

/** Maximum rows in memory: a row with events may take a megabyte, a chunk of a report half a megabyte. */
const rowsPerStatement = 200
const chunksPerStatement = 8

type Row = Record<string, unknown>
/** For statements whose table is not known to the compiler. */
type AnyTables = Kysely<Record<string, Row>>

/**
 * Copies everything into empty metadata, in one transaction; no other process may write to either of the two
 * meanwhile. Ids that were assigned are not assigned again. Returns the number of rows of each table. Throws
 * a MetadataError, and copies nothing, if the target is not empty or the numbers of rows differ in the end.
 */
export function copyMetadata(from: OpenedDatabase, to: OpenedDatabase): Promise<ReadonlyMap<string, number>> {
  return from.db.transaction().execute(source =>
    to.db.transaction().execute(async target => {
      await requireEmpty(target, to.location)
      await target.deleteFrom('event_ids').execute()
      const counts = new Map<string, number>()
      for (const [table, keys] of Object.entries(tableKeys)) {
        await copyTable(source, target, table, keys)
        const count = await countRows(source, table)
        const copied = await countRows(target, table)
        if (count !== copied)
          throw new MetadataError(`${table} has ${count} rows in ${from.location} and ${copied} in its copy.`)
        counts.set(table, count)
      }
      // SQLite has one counter of event ids, which must be above the counters of all nodes.
      if (to.kind === 'sqlite')
        await sql`update event_ids
          set next = max(next, (select coalesce(max(next_event_id), 1) from nodes))`.execute(target)
      await writeLastIds(target, to.kind, await readLastIds(source, from.kind))
      return counts
    }),
  )
}

/** Throws a MetadataError unless the metadata is new: then only the counter of event ids has a row. */
async function requireEmpty(db: Database, location: string): Promise<void> {
  for (const table of Object.keys(tableKeys)) {
    if (table === 'event_ids' || (await countRows(db, table)) === 0) continue
    throw new MetadataError(
      `The metadata in ${location} is not empty: ${table} has rows. Copy into a new database or data folder.`,
    )
  }
}

/** Copies the rows of a table in the order of its key, a bounded number at a time. */
async function copyTable(
  source: Database,
  target: Database,
  table: string,
  keys: readonly string[],
): Promise<void> {
  const key = sql.join(keys.map(column => sql.ref(column)))
  const limit = table === 'report_chunks' ? chunksPerStatement : rowsPerStatement
  let lastRow: Row | undefined
  for (;;) {
    const isLater =
      lastRow === undefined
        ? sql`1 = 1`
        : sql`(${key}) > (${sql.join(keys.map(column => lastRow?.[column]))})`
    const { rows } = await sql<Row>`select * from ${sql.table(table)} where ${isLater}
      order by ${key} limit ${limit}`.execute(source)
    if (rows.length > 0) await (target as unknown as AnyTables).insertInto(table).values(rows).execute()
    lastRow = rows.at(-1)
    if (rows.length < limit) return
  }
}

async function countRows(db: Database, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** The highest id ever assigned per table that numbers its rows, including ids of deleted rows. */
async function readLastIds(db: Database, kind: OpenedDatabase['kind']): Promise<Map<string, number>> {
  const lastIds = new Map<string, number>()
  if (kind === 'sqlite') {
    const { rows } = await sql<{ name: string; seq: number }>`select name, seq from sqlite_sequence`.execute(
      db,
    )
    for (const { name, seq } of rows) if (name in tableKeys) lastIds.set(name, seq)
    return lastIds
  }
  for (const table of Object.keys(tableKeys)) {
    const { rows } = await sql<{ last: number | null }>`
      select pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass) as last
      from information_schema.columns
      where table_schema = current_schema() and table_name = ${table} and column_name = 'id'`.execute(db)
    const id = rows[0]?.last ?? null
    if (id !== null) lastIds.set(table, id)
  }
  return lastIds
}

async function writeLastIds(
  db: Database,
  kind: OpenedDatabase['kind'],
  lastIds: ReadonlyMap<string, number>,
): Promise<void> {
  for (const [table, id] of lastIds) {
    if (kind === 'postgres')
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${id})`.execute(db)
    else {
      await sql`delete from sqlite_sequence where name = ${table}`.execute(db)
      await sql`insert into sqlite_sequence (name, seq) values (${table}, ${id})`.execute(db)
    }
  }
}
