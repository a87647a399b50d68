import { sql } from 'kysely'
import type { Database } from '../../tables.ts'

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
  const rows = JSON.stringify(added.map(({ triggerId, hits, fires, last }) => [triggerId, hits, last, fires]))
  await sql`insert into trigger_counts (trigger_id, hits_count, last_matched, fires_count)
    select value ->> 0, value ->> 1, value ->> 2, value ->> 3 from json_each(${rows}) where true
    on conflict (trigger_id) do update set
      hits_count = hits_count + excluded.hits_count,
      fires_count = fires_count + excluded.fires_count,
      last_matched = max(last_matched, excluded.last_matched)`.execute(db)
}

/** An event that set off a trigger with a condition. */
export interface EventFire {
  triggerId: number
  eventId: number
  /** Microseconds. */
  eventAt: number
}

export async function addFires(db: Database, fires: readonly EventFire[], now: number): Promise<void> {
  const rows = JSON.stringify(fires.map(({ triggerId, eventId, eventAt }) => [triggerId, eventId, eventAt]))
  await sql`insert into trigger_fires (trigger_id, event_id, event_at, fired_at)
    select value ->> 0, value ->> 1, value ->> 2, ${now} from json_each(${rows})`.execute(db)
}
