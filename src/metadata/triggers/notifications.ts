import { type Expression, type SqlBool, sql, type Transaction } from 'kysely'
import type { StoredEvent } from '../../schema/event/event.ts'
import { Fault } from '../../schema/fault.ts'
import type {
  NotificationCounts,
  NotificationEvent,
  NotificationGroup,
  NotificationOrderField,
} from '../../schema/triggers/notification.ts'
import { type Database, type Tables, unixSeconds } from '../database/tables.ts'
import { readInParts } from '../lists/page-bytes.ts'
import type { ListOptions, ListResult } from '../lists/select-page.ts'
import { Repository } from '../repository/repository.ts'
import { changeCounts } from './change-counts.ts'
import {
  countEntries,
  type EntryOptions,
  readEntries,
  readEventsBelow,
  readNewestEntries,
} from './notification-entries.ts'
import {
  type GroupSummary,
  type NotificationFilter,
  type NotificationViewer,
  readGroups,
  sortGroups,
} from './notification-groups.ts'
import { shownTriggers } from './shown-triggers.ts'
import { type VisibleRows, visibleRows } from './visible-hosts.ts'

export interface NotificationListOptions extends ListOptions<NotificationOrderField>, NotificationFilter {
  /** Whether each group has its newest entries (its member `events`). */
  withEvents?: boolean
}

/** Maximum entries shown per group. */
const maxShownEntries = 10
/** Approximate maximum length of all entries shown in one response. */
const maxShownLength = 4_000_000
/** How long an entry is kept. */
const keptMicros = 90 * 86_400 * 1_000_000
const entriesPerRead = 500

/**
 * Notifications: a group for each trigger that notifies, with its newest entries. An entry that one user has
 * read is read for all users. Groups of private triggers are for their owner and for holders of
 * manage_triggers; other users get not_found, and so do users who see none of the hosts in the group. The
 * owner of the trigger and holders of manage_triggers may delete; other users get permission_denied. The
 * caller has checked the permission `notifications`.
 */
export class Notifications extends Repository {
  /**
   * Calls the listener after each change of entries, or of triggers, which give groups their names, owners
   * and readers. Returns the function that removes it.
   */
  onChange(listener: () => void): () => void {
    return this.feed.onEach(['notifications', 'triggers', 'people'], listener)
  }

  async list(
    viewer: NotificationViewer,
    { offset, limit, order, signal, withEvents, ...filter }: NotificationListOptions,
  ): Promise<ListResult<NotificationGroup>> {
    const groups = await readGroups(this.db, viewer, filter)
    const page = sortGroups(groups, order).slice(offset, offset + limit)
    const byId = new Map(page.map(group => [group.id, group]))
    const objects = await readInParts(
      [...byId.keys()],
      ids => {
        const part = ids.flatMap(id => byId.get(id) ?? [])
        return this.show(viewer, part)
      },
      signal,
    )
    return {
      objects: withEvents ? await this.#withEntries(viewer, objects) : objects,
      itemCount: groups.length,
    }
  }

  /** All groups that the viewer sees, without triggers and entries, in no order. */
  readGroups(viewer: NotificationViewer, filter: NotificationFilter): Promise<GroupSummary[]> {
    return readGroups(this.db, viewer, filter)
  }

  /** Groups of `readGroups` with their triggers and, with `withEvents`, their newest entries. */
  async show(
    viewer: NotificationViewer,
    groups: readonly GroupSummary[],
    withEvents = false,
  ): Promise<NotificationGroup[]> {
    const triggers = await shownTriggers(this.db, this.keyring, viewer, groups)
    const shown = groups.flatMap(group => {
      const trigger = triggers.get(group.trigger_id)
      // Without a trigger, the group was deleted after it was read.
      return trigger === undefined ? [] : { ...presentGroup(group), read_only: trigger.read_only, trigger }
    })
    return withEvents ? this.#withEntries(viewer, shown) : shown
  }

  async #withEntries(
    viewer: NotificationViewer,
    groups: readonly NotificationGroup[],
  ): Promise<NotificationGroup[]> {
    const ids = groups.map(({ id }) => id)
    const limits = { perGroup: maxShownEntries, maxLength: maxShownLength }
    const events = await readNewestEntries(this.db, ids, await this.#visible(viewer), limits)
    return groups.map(group => ({ ...group, events: events.get(group.id) ?? [] }))
  }

  /** Throws not_found. */
  async get(viewer: NotificationViewer, id: number, withEvents = false): Promise<NotificationGroup> {
    const [group] = await this.show(viewer, [await findGroup(this.db, viewer, id)], withEvents)
    if (group === undefined) throw new Fault('not_found')
    return group
  }

  /** Entries of a group, newest first. Throws not_found. */
  async listEvents(
    viewer: NotificationViewer,
    id: number,
    options: EntryOptions,
  ): Promise<ListResult<NotificationEvent>> {
    await findGroup(this.db, viewer, id)
    return readEntries(this.db, id, await this.#visible(viewer), options)
  }

  /** The events of the entries of a group that the viewer sees, newest first, in parts. */
  async *eventsOf(viewer: NotificationViewer, id: number): AsyncGenerator<readonly (StoredEvent | null)[]> {
    const visible = await this.#visible(viewer)
    let below = Number.MAX_SAFE_INTEGER
    for (;;) {
      const entries = await readEventsBelow(this.db, id, visible, below, entriesPerRead)
      yield entries.map(({ event }) => event)
      if (entries.length < entriesPerRead) return
      below = entries.at(-1)?.id ?? 0
    }
  }

  /** Counts the unread notifications of all groups that the viewer sees. */
  async counts(viewer: NotificationViewer): Promise<NotificationCounts> {
    const groups = await readGroups(this.db, viewer, {})
    let unreadCount = 0
    let unreadGroups = 0
    let changedAt: number | null = null
    for (const { unread_count, updated_at } of groups) {
      unreadCount += unread_count
      if (unread_count > 0) unreadGroups++
      changedAt = Math.max(changedAt ?? 0, updated_at)
    }
    return {
      unread_count: unreadCount,
      unread_groups: unreadGroups,
      group_count: groups.length,
      changed_at: unixSeconds(changedAt),
    }
  }

  /**
   * Marks the visible entries of a group as read, or the newest visible entry as unread again. Throws
   * not_found.
   */
  async setRead(viewer: NotificationViewer, id: number, isRead: boolean): Promise<NotificationGroup> {
    const isVisible = await this.#visibleCondition(viewer)
    await this.feed.transaction(async (transaction, publish) => {
      publish('notifications')
      await findGroup(transaction, viewer, id)
      if (isRead) await this.#markRead(transaction, id, isVisible)
      else await this.#markNewestUnread(transaction, id, isVisible)
    })
    return this.get(viewer, id)
  }

  /** Marks the visible entries of these groups as read; `ids` undefined: of all groups. Skips unknown ids. */
  async readAll(viewer: NotificationViewer, ids?: readonly number[]): Promise<NotificationCounts> {
    const groupIds = ids && new Set(ids)
    const groups = await readGroups(this.db, viewer, { isUnread: true })
    const isVisible = await this.#visibleCondition(viewer)
    for (const { id } of groups) {
      // One transaction for each, because a group has up to a thousand entries, and others wait meanwhile.
      if (groupIds === undefined || groupIds.has(id))
        await this.feed.transaction((transaction, publish) => {
          publish('notifications')
          return this.#markRead(transaction, id, isVisible)
        })
    }
    return this.counts(viewer)
  }

  /** Deletes the visible entries of a group. Throws not_found, permission_denied. */
  async remove(viewer: NotificationViewer, id: number): Promise<void> {
    const isVisible = await this.#visibleCondition(viewer)
    await this.#removeEntries(viewer, id, async () => isVisible ?? sql<SqlBool>`true`)
  }

  /** Deletes an entry. Throws not_found, permission_denied. */
  async removeEvent(viewer: NotificationViewer, id: number, entryId: number): Promise<void> {
    const isVisible = await this.#visibleCondition(viewer)
    await this.#removeEntries(viewer, id, async transaction => {
      const condition = sql<SqlBool>`id = ${entryId} and ${isVisible ?? sql`true`}`
      const entry = transaction.selectFrom('notification_events').select('id').where('group_id', '=', id)
      if ((await entry.where(condition).executeTakeFirst()) === undefined) throw new Fault('not_found')
      return condition
    })
  }

  /** Removes entries that are older than 90 days, and groups that have none left. */
  async removeOld(): Promise<void> {
    const oldest = this.clock() - keptMicros
    const old = await this.db
      .selectFrom('notification_events')
      .select('group_id')
      .where('fired_at', '<', oldest)
      .groupBy('group_id')
      .execute()
    for (const { group_id } of old) {
      await this.feed.transaction((transaction, publish) => {
        publish('notifications')
        return this.#drop(transaction, group_id, sql<SqlBool>`fired_at < ${oldest}`)
      })
    }
  }

  /** The conditions on entries for a viewer; undefined: the viewer sees all. */
  #visible(viewer: NotificationViewer): Promise<VisibleRows | undefined> {
    return visibleRows(this.db, 'notification_events', viewer)
  }

  /** The SQL condition for entries that the viewer sees; undefined: the viewer sees all. */
  async #visibleCondition(viewer: NotificationViewer): Promise<Expression<SqlBool> | undefined> {
    return (await this.#visible(viewer))?.isVisible
  }

  async #markRead(
    transaction: Transaction<Tables>,
    id: number,
    isVisible: Expression<SqlBool> | undefined,
  ): Promise<void> {
    const isUnread = sql<SqlBool>`is_read = 0 and ${isVisible ?? sql`true`}`
    const { unread: readCount } = await countEntries(transaction, id, isUnread)
    await transaction
      .updateTable('notification_events')
      .set({ is_read: 1 })
      .where('group_id', '=', id)
      .where(isUnread)
      .execute()
    const now = this.clock()
    // `unread_count` includes unread entries that newer ones displaced. A viewer of all hosts reads them too.
    await changeCounts(transaction, id, now, ({ all_count, unread_count }) => ({
      all_count,
      unread_count: isVisible === undefined ? 0 : unread_count - readCount,
      read_at: now,
    }))
  }

  async #markNewestUnread(
    transaction: Transaction<Tables>,
    id: number,
    isVisible: Expression<SqlBool> | undefined,
  ): Promise<void> {
    let entries = transaction.selectFrom('notification_events').selectAll().where('group_id', '=', id)
    if (isVisible !== undefined) entries = entries.where(isVisible)
    const newest = await entries.orderBy('id', 'desc').limit(1).executeTakeFirst()
    if (newest === undefined || newest.is_read === 0) return
    await transaction
      .updateTable('notification_events')
      .set({ is_read: 0 })
      .where('id', '=', newest.id)
      .execute()
    await changeCounts(transaction, id, this.clock(), ({ all_count, unread_count }) => ({
      all_count,
      unread_count: unread_count + newest.count,
    }))
  }

  /** Deletes the entries that meet the condition of `choose`. Throws not_found, permission_denied. */
  async #removeEntries(
    viewer: NotificationViewer,
    id: number,
    choose: (transaction: Transaction<Tables>) => Promise<Expression<SqlBool>>,
  ): Promise<void> {
    await this.feed.transaction(async (transaction, publish) => {
      publish('notifications')
      const { owner } = await findGroup(transaction, viewer, id)
      if (owner.id !== viewer.userId && !viewer.managesTriggers) throw new Fault('permission_denied')
      await this.#drop(transaction, id, await choose(transaction))
    })
  }

  /** Deletes entries, and the group when it has none left. */
  async #drop(transaction: Transaction<Tables>, id: number, condition: Expression<SqlBool>): Promise<void> {
    const dropped = await countEntries(transaction, id, condition)
    await transaction.deleteFrom('notification_events').where('group_id', '=', id).where(condition).execute()
    const entries = transaction.selectFrom('notification_events').select('id').where('group_id', '=', id)
    if ((await entries.limit(1).executeTakeFirst()) === undefined) {
      await transaction.deleteFrom('notification_groups').where('id', '=', id).execute()
      return
    }
    await changeCounts(transaction, id, this.clock(), ({ all_count, unread_count }) => ({
      all_count: all_count - dropped.all,
      unread_count: unread_count - dropped.unread,
    }))
  }
}

/** Throws not_found. */
async function findGroup(db: Database, viewer: NotificationViewer, id: number): Promise<GroupSummary> {
  const [group] = await readGroups(db, viewer, {}, id)
  if (group === undefined) throw new Fault('not_found')
  return group
}

function presentGroup(group: GroupSummary) {
  const { id, name, trigger_id, all_count, unread_count, hits_count, owner } = group
  return {
    id,
    name,
    trigger_id,
    all_count,
    unread_count,
    hits_count,
    owner,
    is_private: group.is_private === 1,
    read_flag: unread_count === 0,
    unread_since: unixSeconds(group.unread_since),
    read_at: unixSeconds(group.read_at),
    escalated_at: unixSeconds(group.escalated_at),
    last_issued: unixSeconds(group.last_issued),
    updated_at: unixSeconds(group.updated_at),
    created_at: unixSeconds(group.created_at),
  }
}
