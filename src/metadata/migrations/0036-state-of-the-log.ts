import { type Kysely, sql } from 'kysely'
import { either } from '../database/either.ts'

/**
 * From this version on, the newest entry of the log of appends has the state of the log
 * (append-log/statements.ts), so that a change of the log updates no row. Nodes of earlier versions read and
 * update the state in the row of `append_log_state`. New columns, for both to run on one log during an
 * upgrade:
 *
 * - `append_log.highest`: the highest batch number at an entry; null in entries of earlier versions.
 * - `nodes.reads_entries`: 1: the node has started with this version or a later one; null: it has not.
 * - `append_log_state.is_current`: 1 while nodes of earlier versions may run; then each change of the log
 *   also updates this row for them. It begins as 1. The first join or pruning that finds no such node sets it
 *   to 0; from then on the database refuses updates by earlier versions.
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
 * Locks the three tables that the migration changes until its commit. Running nodes of earlier versions lock
 * them too, in any order, so a migration that held one table and waited for another could deadlock with such
 * a node. So it waits only for the first table. If another table is not free, it releases all locks and tries
 * again. It waits 100 ms at a time, since statements of nodes wait behind it, and a pg_dump may hold the
 * table for long.
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
 * The function by which each change of the log begins (statements.ts). Locks the row of the state until the
 * commit, without a new version of the row. Returns the state of the log at that moment; nothing if there is
 * no log. `entries`: how many entries the change adds; for 0, it locks and returns nothing. `is_kept`:
 * `is_current`.
 *
 * The function is volatile because a statement keeps the snapshot with which it began to wait for a lock, but
 * each statement of a volatile function takes a new one. So its second statement sees the entries of the
 * transaction that held the lock before.
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

/** The function that the SQL trigger `refuseTrigger` runs. */
const refuseFunction = sql`create function append_log_refuse() returns trigger language plpgsql as $$
  begin
    raise exception 'This node has an earlier version than the log of appends. Upgrade it.';
  end $$`

/**
 * Refuses updates of the state by nodes of earlier versions, which leave `is_current` at 0. Nodes of this
 * version never make such an update: a join sets `is_current` to 1 before it decides its value, and other
 * changes update the row only while it is 1.
 */
const refuseTrigger = sql`create trigger append_log_state_refuse before update on append_log_state
  for each row when (old.is_current = 0 and new.is_current = 0) execute function append_log_refuse()`
