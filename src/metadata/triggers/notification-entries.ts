// Reads entries of groups of notifications, as far as a viewer sees them.

import { type Expression, type Selectable, type SqlBool, sql } from 'kysely'
import type { StoredEvent } from '../../schema/event/event.ts'
import type { NotificationEvent } from '../../schema/triggers/notification.ts'
import { type Database, unixSeconds } from '../database/tables.ts'
import type { TriggerTables } from '../database/trigger-tables.ts'
import { readInParts } from '../lists/page-bytes.ts'
import { countRows } from '../lists/select-page.ts'
import type { VisibleRows } from './visible-hosts.ts'

type EntryRow = Selectable<TriggerTables['notification_events']> & { shown_count: number | null }

/** Entries of a group to read. */
export interface EntryOptions {
  offset: number
  limit: number
  isUnread?: boolean
  key?: string
}

/** Entries of a group that the viewer sees, newest first. */
export async function readEntries(
  db: Database,
  groupId: number,
  visible: VisibleRows | undefined,
  { offset, limit, isUnread, key }: EntryOptions,
): Promise<{ objects: NotificationEvent[]; itemCount: number }> {
  let matching = db.selectFrom('notification_events').where('group_id', '=', groupId)
  if (visible !== undefined) matching = matching.where(visible.isVisible)
  if (isUnread !== undefined) matching = matching.where('is_read', '=', isUnread ? 0 : 1)
  if (key !== undefined) matching = matching.where('key', '=', key)
  const page = await matching.select('id').orderBy('id', 'desc').offset(offset).limit(limit).execute()
  const ids = page.map(({ id }) => id)
  const objects = await readInParts(ids, async part => {
    const rows = await matching
      .selectAll()
      .select(shownCount(visible))
      .where('id', 'in', part)
      .orderBy('id', 'desc')
      .execute()
    return rows.map(presentEntry)
  })
  return { objects, itemCount: await countRows(matching) }
}

/** The newest entries of each group, until their events have `maxLength` characters of JSON together. */
export async function readNewestEntries(
  db: Database,
  groupIds: readonly number[],
  visible: VisibleRows | undefined,
  { perGroup, maxLength }: { perGroup: number; maxLength: number },
): Promise<Map<number, NotificationEvent[]>> {
  const found = new Map<number, NotificationEvent[]>()
  let length = 0
  for (const id of groupIds) {
    let newest = db
      .selectFrom('notification_events')
      .selectAll()
      .select(shownCount(visible))
      .where('group_id', '=', id)
    if (visible !== undefined) newest = newest.where(visible.isVisible)
    const rows = length > maxLength ? [] : await newest.orderBy('id', 'desc').limit(perGroup).execute()
    const entries: NotificationEvent[] = []
    for (const row of rows) {
      length += row.event.length
      if (length <= maxLength) entries.push(presentEntry(row))
    }
    found.set(id, entries)
  }
  return found
}

/** Events of the entries of a group that the viewer sees, with ids lower than `below`, newest first. */
export async function readEventsBelow(
  db: Database,
  groupId: number,
  visible: VisibleRows | undefined,
  below: number,
  limit: number,
): Promise<{ id: number; event: StoredEvent | null }[]> {
  let rows = db
    .selectFrom('notification_events')
    .select(['id', 'event'])
    .where('group_id', '=', groupId)
    .where('id', '<', below)
  if (visible !== undefined) rows = rows.where(visible.isVisible)
  const found = await rows.orderBy('id', 'desc').limit(limit).execute()
  return found.map(({ id, event }) => ({ id, event: parseEvent(event) }))
}

/** The matches that the entries of a group count, if the entries meet the condition. */
export async function countEntries(
  db: Database,
  groupId: number,
  condition: Expression<SqlBool> | undefined,
): Promise<{ all: number; unread: number }> {
  let rows = db
    .selectFrom('notification_events')
    .select(sql<number>`coalesce(sum(count), 0)`.as('all'))
    .select(sql<number>`coalesce(sum(case is_read when 0 then count else 0 end), 0)`.as('unread'))
    .where('group_id', '=', groupId)
  if (condition !== undefined) rows = rows.where(condition)
  return rows.executeTakeFirstOrThrow()
}

/** The count of an entry; null: the matches include hosts that the reader does not see. */
function shownCount(visible: VisibleRows | undefined) {
  const count = visible === undefined ? sql.ref('count') : sql`case when ${visible.showsCount} then count end`
  return sql<number | null>`${count}`.as('shown_count')
}

function presentEntry(row: EntryRow): NotificationEvent {
  const event = parseEvent(row.event)
  return {
    id: row.id,
    event_id: row.event_id === null ? null : String(row.event_id),
    key: row.key,
    count: row.shown_count,
    fired_at: unixSeconds(row.fired_at),
    is_read: row.is_read === 1,
    host: row.host,
    program: event?.program ?? '',
    severity: event?.severity ?? null,
    facility: event?.facility ?? null,
    cisco_mnemonic: event?.mnemonic ?? '',
    message: event?.message ?? '',
    user_tags: event?.tags ?? {},
  }
}

function parseEvent(event: string): StoredEvent | null {
  // The column is written from a StoredEvent, or null.
  return JSON.parse(event) as StoredEvent | null
}
