import { sql } from 'kysely'
import { later, rowsOf } from '../../database/sql-forms.ts'
import type { Database } from '../../database/tables.ts'

/** What a batch adds to the counts of a trigger. */
export interface TriggerHits {
  triggerId: number
  hits: number
  /** How often it fired: without a condition once for each hit. */
  fires: number
  /** Microseconds; 0 without a hit. */
  last: number
}

/** Adds to the counts of these triggers, which exist. */
export async function addHits(db: Database, added: readonly TriggerHits[]): Promise<void> {
  const rows = rowsOf(
    { trigger_id: 'bigint', hits: 'bigint', last: 'bigint', fires: 'bigint' },
    added.map(({ triggerId, hits, fires, last }) => ({ trigger_id: triggerId, hits, last, fires })),
  )
  const last = later(sql.ref('trigger_counts.last_matched'), sql.ref('excluded.last_matched'))
  await sql`insert into trigger_counts (trigger_id, hits_count, last_matched, fires_count)
    select trigger_id, hits, last, fires from ${rows} as added where true
    on conflict (trigger_id) do update set
      hits_count = trigger_counts.hits_count + excluded.hits_count,
      fires_count = trigger_counts.fires_count + excluded.fires_count,
      last_matched = ${last}`.execute(db)
}

/** An event that fired a trigger with a condition. */
export interface EventFire {
  triggerId: number
  eventId: number
  /** Microseconds. */
  eventAt: number
}

export async function addFires(db: Database, fires: readonly EventFire[], now: number): Promise<void> {
  const rows = rowsOf(
    { trigger_id: 'bigint', event_id: 'bigint', event_at: 'bigint' },
    fires.map(({ triggerId, eventId, eventAt }) => ({
      trigger_id: triggerId,
      event_id: eventId,
      event_at: eventAt,
    })),
  )
  await sql`insert into trigger_fires (trigger_id, event_id, event_at, fired_at)
    select trigger_id, event_id, event_at, ${now} from ${rows} as added order by ordinal`.execute(db)
}
