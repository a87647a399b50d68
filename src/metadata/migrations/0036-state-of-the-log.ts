import { type Kysely, sql } from 'kysely'
import { either } from '../database/either.ts'

/**
 * The newest entry of the log of appends has its state, so a change of the log updates no row. Nodes of
 * earlier versions read and update the row of append_log_state. While such nodes run, `is_current` is 1, and
 * every change also updates that row. It is 1 in existing logs, and the first join of a log without such
 * nodes sets it to 0. From then on the database refuses updates of earlier versions.
 */
export const stateOfTheLog = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`${either({ sqlite: sql`select 1`, postgres: lockTables })}`.execute(db)
    await db.schema.alterTable('nodes').addColumn('reads_entries', 'integer').execute()
    await db.schema.alterTable('append_log').addColumn('highest', 'bigint').execute()
    await db.schema
      .alterTable('append_log_state')
      .addColumn('is_current', 'integer', column => column.notNull().defaultTo(1))
      .execute()
    // SQLite has no SQL functions, and no shared log.
    for (const statement of [lockFunction, refuseFunction, refuseTrigger]) {
      const form = either({ sqlite: sql`select 1`, postgres: statement })
      await sql`${form}`.execute(db)
    }
  },
}

/**
 * Locks the tables that the migration changes, while nodes of an earlier version use them in any order. Waits
 * for the first table only: waiting for one table while it holds another could end in a deadlock with such a
 * node. Waits 100 ms at a time, since other statements wait behind it, and a pg_dump may hold the table for
 * long.
 */
export const lockTables = sql`do $$
  declare
    deadline timestamptz := clock_timestamp() + interval '10 minutes';
    usual text := current_setting('lock_timeout');
  begin
    perform set_config('lock_timeout', '100', true);
    loop
      begin
        lock table append_log_state in access exclusive mode;
        lock table append_log, nodes in access exclusive mode nowait;
        perform set_config('lock_timeout', usual, true);
        return;
      exception when lock_not_available then
        -- The failed block has released its locks.
        if clock_timestamp() > deadline then
          raise;
        end if;
        perform pg_sleep(0.5);
      end;
    end loop;
  end $$`

/**
 * Locks the row of the state until the commit, without a new version of the row. Returns the state of the log
 * at that moment, or nothing if there is no log or `entries` is 0. A statement keeps the snapshot with which
 * it began to wait for the lock; statements of a volatile function get their own snapshots. So the second
 * statement of this function sees the entries of the transaction that held the lock.
 */
const lockFunction = sql`create function append_log_lock(entries bigint)
  returns table (last_position bigint, last_batch bigint, join_count bigint, is_kept bigint)
  language plpgsql volatile rows 1 as $$
  begin
    if entries = 0 then
      return;
    end if;
    perform 1 from append_log_state s where s.name = 'events' for update;
    if not found then
      return;
    end if;
    return query select greatest(s.position, l.position), greatest(s.batch, l.highest), s.joins, s.is_current
      from append_log_state s
      left join lateral (select e.position, e.highest from append_log e order by e.position desc limit 1) l on true
      where s.name = 'events';
  end $$`

/** The function that `refuseTrigger` runs. */
const refuseFunction = sql`create function append_log_refuse() returns trigger language plpgsql as $$
  begin
    raise exception 'This node has an earlier version than the log of appends. Upgrade it.';
  end $$`

/**
 * Refuses updates of the state by nodes of earlier versions once `is_current` is 0. Nodes of this version
 * never make such an update: a join sets `is_current` to 1 before it decides its value, and other changes
 * update the row only while it is 1.
 */
const refuseTrigger = sql`create trigger append_log_state_refuse before update on append_log_state
  for each row when (old.is_current = 0 and new.is_current = 0) execute function append_log_refuse()`
