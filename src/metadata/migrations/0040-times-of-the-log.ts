import { type Kysely, sql } from 'kysely'
import { either } from '../database/either.ts'
import { lockTables } from './0036-state-of-the-log.ts'

/**
 * Entries of the log of appends have their time, so that the log is kept by time, and the time at which an
 * entry last notified nodes. Both are null in entries of earlier versions.
 */
export const timesOfTheLog = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`${either({ sqlite: sql`select 1`, postgres: lockTables })}`.execute(db)
    await db.schema.alterTable('append_log').addColumn('at', 'bigint').execute()
    await db.schema.alterTable('append_log').addColumn('notified_at', 'bigint').execute()
    // SQLite has no SQL functions, and no shared log.
    await sql`${either({ sqlite: sql`select 1`, postgres: turnFunction })}`.execute(db)
  },
}

/**
 * As append_log_lock (0036), which nodes of earlier versions call, with the time (microseconds) once it has
 * the lock, and the time of the last notification.
 */
const turnFunction = sql`create function append_log_turn(entries bigint)
  returns table (last_position bigint, last_batch bigint, join_count bigint, is_kept bigint, now_at bigint, last_notified_at bigint)
  language plpgsql volatile rows 1 as $$
  begin
    if entries = 0 then
      return;
    end if;
    perform 1 from append_log_state s where s.name = 'events' for update;
    if not found then
      return;
    end if;
    return query select greatest(s.position, l.position), greatest(s.batch, l.highest), s.joins, s.is_current,
        (extract(epoch from clock_timestamp()) * 1000000)::bigint, l.notified_at
      from append_log_state s
      left join lateral (
        select e.position, e.highest, e.notified_at from append_log e order by e.position desc limit 1
      ) l on true
      where s.name = 'events';
  end $$`
