import { sql, type Transaction } from 'kysely'
import { updateRow } from '../database/row.ts'
import type { Tables } from '../database/tables.ts'

interface GroupCounts {
  all_count: number
  unread_count: number
}

/**
 * Applies a change to the counts of a group of notifications, and derives the times that depend on them. Call
 * it after the group's entries have changed, since the oldest unread entry decides `unread_since`. `now`:
 * microseconds. `change` gets the stored counts and returns the new ones, with `read_at` if entries were
 * read.
 */
export async function changeCounts(
  transaction: Transaction<Tables>,
  id: number,
  now: number,
  change: (before: GroupCounts) => GroupCounts & { read_at?: number },
): Promise<void> {
  const group = await transaction
    .selectFrom('notification_groups')
    .select(['all_count', 'unread_count', 'unread_since'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (group === undefined) return
  const { all_count, unread_count, read_at } = change(group)
  const isUnread = unread_count > 0
  const oldest = isUnread
    ? await transaction
        .selectFrom('notification_events')
        .select(sql<number | null>`min(fired_at)`.as('since'))
        .where('group_id', '=', id)
        .where('is_read', '=', 0)
        .executeTakeFirst()
    : undefined
  await updateRow(transaction, 'notification_groups', id, {
    all_count: Math.max(0, all_count),
    unread_count: Math.max(0, unread_count),
    unread_since: isUnread ? unreadSince(oldest?.since ?? null, group.unread_since, now) : null,
    ...(!isUnread && { escalated_at: null }),
    read_at,
    updated_at: now,
  })
}

/**
 * Since when a group has unread entries: the time of its oldest unread entry. The group's own time counts if
 * newer entries displaced all unread ones, or if the entry's time is in the future because the clock was set
 * back since (`Escalations` corrects these).
 */
function unreadSince(oldestEntry: number | null, ownTime: number | null, now: number): number | null {
  if (oldestEntry === null || oldestEntry <= now) return oldestEntry ?? ownTime
  return ownTime === null ? now : Math.min(ownTime, now)
}
