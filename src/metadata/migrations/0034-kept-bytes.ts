import { type Kysely, type RawBuilder, sql } from 'kysely'
import { either } from '../database/either.ts'

/** Columns with content of users, by table. */
const kept = {
  dashboards: ['config'],
  widgets: ['config'],
  triggers: ['content', 'sealed'],
  silences: ['comment', 'filter', 'trigger_ids'],
  report_schedules: ['query', 'time_range', 'emails', 'schedule'],
  tasks: ['title', 'description'],
  event_notes: ['text'],
  saved_searches: ['description', 'params', 'columns'],
  rule_files: ['content', 'text'],
}
const events = ['insert', 'update', 'delete'] as const

/**
 * The bytes that the objects of all users take in each table, for the limits on what users may store. SQL
 * triggers count each change. A migration that re-creates one of these tables, or adds content to it, must
 * re-create the SQL triggers of the table.
 */
export const keptBytes = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('kept_bytes')
      .addColumn('kind', 'text', column => column.primaryKey())
      .addColumn('bytes', 'bigint', column => column.notNull())
      .execute()
    for (const [table, columns] of Object.entries(kept)) {
      await sql`insert into kept_bytes (kind, bytes)
        select ${sql.lit(table)}, coalesce(sum(${size(columns)}), 0) from ${sql.table(table)}`.execute(db)
      // SQLite has no SQL functions, and needs none.
      const prepare = either({ sqlite: sql`select 1`, postgres: countingFunction(table, columns) })
      await sql`${prepare}`.execute(db)
      for (const event of events) {
        const count = either({
          sqlite: rowTrigger(table, columns, event),
          postgres: statementTrigger(table, event),
        })
        await sql`${count}`.execute(db)
      }
    }
  },
}

type Event = (typeof events)[number]

/** Bytes of the columns of a row. */
function size(columns: readonly string[], row?: 'new' | 'old'): RawBuilder<unknown> {
  const names = columns.map(column => sql.ref(row === undefined ? column : `${row}.${column}`))
  return sql.join(
    names.map(name => sql`coalesce(octet_length(${name}), 0)`),
    sql` + `,
  )
}

/** For SQLite: counts each row that a statement changes. */
function rowTrigger(table: string, columns: readonly string[], event: Event): RawBuilder<unknown> {
  const added = event === 'delete' ? sql`0` : size(columns, 'new')
  const removed = event === 'insert' ? sql`0` : size(columns, 'old')
  const ofColumns = event === 'update' ? sql` of ${sql.join(columns.map(column => sql.ref(column)))}` : sql``
  return sql`create trigger ${triggerName(table, event)} after ${sql.raw(event)}${ofColumns} on ${sql.table(table)}
    begin
      update kept_bytes set bytes = bytes + (${added}) - (${removed}) where kind = ${sql.lit(table)};
    end`
}

/**
 * For PostgreSQL: the function that `statementTrigger` runs. Counts all rows of a statement at once, since
 * each update of the sum leaves an old version of its row.
 */
function countingFunction(table: string, columns: readonly string[]): RawBuilder<unknown> {
  return sql`create function ${sql.ref(`count_${table}`)}() returns trigger language plpgsql
    set search_path from current as $$
    declare
      change bigint := 0;
    begin
      if tg_op <> 'DELETE' then
        change := change + (select coalesce(sum(${size(columns)}), 0) from added);
      end if;
      if tg_op <> 'INSERT' then
        change := change - (select coalesce(sum(${size(columns)}), 0) from removed);
      end if;
      if change <> 0 then
        update kept_bytes set bytes = bytes + change where kind = ${sql.lit(table)};
      end if;
      return null;
    end $$`
}

/** For PostgreSQL: counts the rows of a statement after it. */
function statementTrigger(table: string, event: Event): RawBuilder<unknown> {
  const rows = {
    insert: sql`new table as added`,
    update: sql`new table as added old table as removed`,
    delete: sql`old table as removed`,
  }
  return sql`create trigger ${triggerName(table, event)} after ${sql.raw(event)} on ${sql.table(table)}
    referencing ${rows[event]} for each statement execute function ${sql.ref(`count_${table}`)}()`
}

function triggerName(table: string, event: Event): RawBuilder<unknown> {
  return sql.ref(`${table}_bytes_after_${event}`)
}
