import { sql } from 'kysely'
import type { StoredEvent } from '../../../schema/event.ts'
import { truncateText } from '../../../schema/truncate-text.ts'
import type { Database } from '../../tables.ts'

/** Entries that are kept of a trigger: the newest. Its counts go on. */
const maxEntries = 1_000
/** Of an entry: the event itself has the rest. */
const maxMessageLength = 8_192

/** Matches of a trigger that are told together: those of one key and host. */
export interface NewNotification {
  triggerId: number
  key: string
  /** null: too many came together. They are counted and make no entry, since nobody could say who may see one of several hosts. */
  host: string | null
  /** The newest; null: set off by no single event. */
  event: StoredEvent | null
  /** Matches. */
  count: number
}

/** Adds unread notifications of triggers, which exist; of each trigger the newest last. */
export async function addNotifications(
  db: Database,
  added: readonly NewNotification[],
  now: number,
): Promise<void> {
  const counts = new Map<number, number>()
  for (const { triggerId, count } of added) counts.set(triggerId, (counts.get(triggerId) ?? 0) + count)
  const { rows: groups } = await sql<{ id: number; trigger_id: number }>`
    insert into notification_groups
      (trigger_id, all_count, unread_count, unread_since, last_issued, created_at, updated_at)
    select value ->> 0, value ->> 1, value ->> 1, ${now}, ${now}, ${now}, ${now}
      from json_each(${JSON.stringify([...counts])}) where true
    on conflict (trigger_id) do update set
      all_count = all_count + excluded.all_count,
      unread_count = unread_count + excluded.unread_count,
      unread_since = coalesce(unread_since, excluded.unread_since),
      last_issued = excluded.last_issued,
      updated_at = excluded.updated_at
    returning id, trigger_id`.execute(db)
  const groupOf = new Map(groups.map(({ id, trigger_id }) => [trigger_id, id]))
  const ofHosts = added.filter(({ host }) => host !== null)
  const entries = ofHosts.map(({ triggerId, key, host, event, count }) => [
    groupOf.get(triggerId),
    event?.id ?? null,
    key,
    count,
    host,
    event && { ...event, message: truncateText(event.message, maxMessageLength) },
  ])
  await sql`insert into notification_events (group_id, event_id, key, count, fired_at, is_read, host, event)
    select value ->> 0, value ->> 1, value ->> 2, value ->> 3, ${now}, 0, value ->> 4, value -> 5
      from json_each(${JSON.stringify(entries)}) order by json_each.key`.execute(db)
  await sql`delete from notification_events where id in (
    select old.id from json_each(${JSON.stringify([...groupOf.values()])}) as groups
    join notification_events as old on old.group_id = groups.value and old.id <= (
      select id from notification_events where group_id = groups.value order by id desc limit 1 offset ${maxEntries}
    )
  )`.execute(db)
}
