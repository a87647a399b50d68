// Adds the notifications of recorded matches.

import { sql } from 'kysely'
import type { StoredEvent } from '../../../schema/event/event.ts'
import { truncateText } from '../../../schema/text/truncate-text.ts'
import { isOneOf, rowsOf } from '../../database/sql-forms.ts'
import type { Database } from '../../database/tables.ts'
import type { HostListIds } from '../host-lists.ts'

/** Maximum entries of a trigger; the newest are kept. The counts of the trigger include deleted entries. */
const maxEntries = 1_000
/** Maximum length of a message in an entry. The event itself has the whole message. */
const maxMessageLength = 8_192

/** Matches of a trigger reported together. */
export interface NewNotification {
  triggerId: number
  key: string
  /**
   * Host of the event that the matches are reported with. null: matches of several hosts, because there were
   * too many at once. They are counted but make no entry, since it is unknown who may see it.
   */
  host: string | null
  /** Patterns of the hosts that the owner of the trigger saw; absent or null: unknown. */
  ownerHosts?: readonly string[] | null
  /**
   * Whether all matches are of `host`. False for a condition over several hosts, whose counted matches may be
   * of others.
   */
  isOfHost: boolean
  /** The newest event; null: no single event fired the trigger. */
  event: StoredEvent | null
  /** Number of matches. */
  count: number
}

/** Adds unread notifications of existing triggers. The newest notification of a trigger must be the last. */
export async function addNotifications(
  db: Database,
  added: readonly NewNotification[],
  hostLists: HostListIds,
  now: number,
): Promise<void> {
  const counts = new Map<number, number>()
  for (const { triggerId, count } of added) counts.set(triggerId, (counts.get(triggerId) ?? 0) + count)
  const counted = rowsOf(
    { trigger_id: 'bigint', matches: 'bigint' },
    Array.from(counts, ([trigger_id, matches]) => ({ trigger_id, matches })),
  )
  const { rows: groups } = await sql<{ id: number; trigger_id: number }>`
    insert into notification_groups
      (trigger_id, all_count, unread_count, unread_since, last_issued, created_at, updated_at)
    select added.trigger_id, added.matches, added.matches, ${now}, ${now}, ${now}, ${now}
      from ${counted} as added where true
    on conflict (trigger_id) do update set
      all_count = notification_groups.all_count + excluded.all_count,
      unread_count = notification_groups.unread_count + excluded.unread_count,
      unread_since = coalesce(notification_groups.unread_since, excluded.unread_since),
      last_issued = excluded.last_issued,
      updated_at = excluded.updated_at
    returning id, trigger_id`.execute(db)
  const groupOf = new Map(groups.map(({ id, trigger_id }) => [trigger_id, id]))
  const withHost = added.filter(({ host }) => host !== null)
  const entries = rowsOf(
    {
      group_id: 'bigint',
      event_id: 'bigint',
      key: 'text',
      matches: 'bigint',
      host: 'text',
      owner_hosts_id: 'bigint',
      is_of_host: 'bigint',
      event: 'text',
    },
    withHost.map(({ triggerId, key, host, ownerHosts, isOfHost, event, count }) => ({
      group_id: groupOf.get(triggerId) ?? null,
      event_id: event?.id ?? null,
      key,
      matches: count,
      host,
      owner_hosts_id: hostLists.idOf(ownerHosts),
      is_of_host: isOfHost ? 1 : 0,
      event: JSON.stringify(event && { ...event, message: truncateText(event.message, maxMessageLength) }),
    })),
  )
  await sql`insert into notification_events
      (group_id, event_id, key, count, fired_at, is_read, host, owner_hosts_id, is_of_host, event)
    select group_id, event_id, key, matches, ${now}, 0, host, owner_hosts_id, is_of_host, event
      from ${entries} as added order by ordinal`.execute(db)
  const isChangedGroup = isOneOf(sql.ref('changed.id'), [...groupOf.values()])
  await sql`delete from notification_events where id in (
    select old.id from notification_groups as changed
    join notification_events as old on old.group_id = changed.id and old.id <= (
      select id from notification_events where group_id = changed.id
      order by id desc limit 1 offset ${maxEntries}
    ) where ${isChangedGroup}
  )`.execute(db)
}
