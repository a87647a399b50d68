// Reads groups of notifications as one viewer sees them.

import { sql } from 'kysely'
import type { NotificationOrderField } from '../../schema/triggers/notification.ts'
import { contains } from '../database/sql-forms.ts'
import { type Database, nameKey } from '../database/tables.ts'
import { ownerRef, userNameColumns } from '../identity/user-ref.ts'
import type { ListOptions } from '../lists/select-page.ts'
import { fullContent, searchedTextWithoutTargets } from './content.ts'
import { contentOf, seesTotals, type TriggerViewer } from './rows.ts'
import { type SeesHost, visibleParts, visibleRows } from './visible-hosts.ts'

/** The user who reads notifications. */
export interface NotificationViewer extends TriggerViewer {
  /** Holds the permission `triggers`: sees action targets. */
  usesTriggers: boolean
  seesHost: SeesHost
}

/** Conditions of a list of groups, combined by AND. */
export interface NotificationFilter {
  isPrivate?: boolean
  /** Whether the group has unread entries. */
  isUnread?: boolean
  /** Of any of these triggers; empty or absent: of any. */
  triggerIds?: readonly number[]
  /** Occurs in the trigger, in any letter case. */
  text?: string
}

/** A group as one viewer sees it, without its trigger and its entries. Times are microseconds. */
export type GroupSummary = Awaited<ReturnType<typeof readGroups>>[number]

/**
 * The groups that a viewer sees, in no order. A viewer of some hosts gets counts and times of the entries of
 * these hosts; a group without such entries is left out. `id`: only this group.
 */
export async function readGroups(
  db: Database,
  viewer: NotificationViewer,
  { isPrivate, isUnread, triggerIds = [], text }: NotificationFilter,
  id?: number,
) {
  let rows = groupRows(db)
  if (!viewer.managesTriggers)
    rows = rows.where(eb =>
      eb.or([eb('triggers.owner_id', '=', viewer.userId), eb('triggers.is_private', '=', 0)]),
    )
  if (id !== undefined) rows = rows.where('notification_groups.id', '=', id)
  if (isPrivate !== undefined) rows = rows.where('triggers.is_private', '=', isPrivate ? 1 : 0)
  if (triggerIds.length > 0) rows = rows.where('triggers.id', 'in', [...triggerIds])
  if (text !== undefined && text !== '')
    rows = rows.where(contains(sql.ref('triggers.text_key'), nameKey(text)))
  const matching = await rows.execute()
  const hiddenIds =
    text === undefined || viewer.usesTriggers ? new Set<number>() : await foundByTargets(db, matching, text)
  const found = matching.filter(row => !hiddenIds.has(row.trigger_id))
  const partsByGroup = await readVisibleParts(db, viewer, id)
  const summaries = found.flatMap(row => {
    const { owner_id, username, first_name, last_name, ...group } = row
    const hits_count = seesTotals(row, viewer) ? (row.hits_count ?? 0) : null
    const shared = { ...group, owner: ownerRef(row), hits_count }
    if (partsByGroup === undefined) return shared
    const part = partsByGroup.get(row.id)
    if (part === undefined) return []
    const escalated_at = part.unread_count > 0 ? row.escalated_at : null
    return { ...shared, ...part, escalated_at, updated_at: Math.max(part.last_issued, row.read_at ?? 0) }
  })
  if (isUnread === undefined) return summaries
  return summaries.filter(({ unread_count }) => (isUnread ? unread_count > 0 : unread_count === 0))
}

/** Groups in this order, groups without a time last; ties by id, in the direction of the last key. */
export function sortGroups(
  groups: readonly GroupSummary[],
  order: ListOptions<NotificationOrderField>['order'] = [],
): GroupSummary[] {
  const keys = [...order, { field: 'id' as const, descending: order.at(-1)?.descending ?? true }]
  return groups.toSorted((a, b) => {
    for (const { field, descending } of keys) {
      const one = sortValue(a, field)
      const other = sortValue(b, field)
      if (one === other) continue
      if (one === null || other === null) return one === null ? 1 : -1
      const isFirst = descending ? one > other : one < other
      return isFirst ? -1 : 1
    }
    return 0
  })
}

function sortValue(group: GroupSummary, field: NotificationOrderField): number | string | null {
  return field === 'name' ? group.name_key : group[field]
}

function groupRows(db: Database) {
  return db
    .selectFrom('notification_groups')
    .innerJoin('triggers', 'triggers.id', 'notification_groups.trigger_id')
    .innerJoin('users', 'users.id', 'triggers.owner_id')
    .leftJoin('trigger_counts as counts', 'counts.trigger_id', 'triggers.id')
    .selectAll('notification_groups')
    .select(['triggers.name', 'triggers.name_key', 'triggers.is_private', 'triggers.owner_id'])
    .select(userNameColumns)
    .select('counts.hits_count')
}

/** Ids of the triggers in which a text occurs only in action targets, which are hidden from the viewer. */
async function foundByTargets(
  db: Database,
  groups: readonly { trigger_id: number }[],
  text: string,
): Promise<Set<number>> {
  const ids = groups.map(({ trigger_id }) => trigger_id)
  if (ids.length === 0) return new Set()
  const triggers = await db.selectFrom('triggers').select(['id', 'content']).where('id', 'in', ids).execute()
  const isShown = (row: { content: string }) =>
    searchedTextWithoutTargets(fullContent(contentOf(row))).includes(nameKey(text))
  return new Set(triggers.filter(row => !isShown(row)).map(({ id }) => id))
}

/**
 * Counts and times of each group for a viewer of some hosts, by id of the group. `id`: only of this group.
 * undefined: the viewer sees all hosts.
 */
async function readVisibleParts(db: Database, viewer: NotificationViewer, id: number | undefined) {
  const visible = await visibleRows(db, 'notification_events', viewer)
  if (visible === undefined) return undefined
  let parts = visibleParts(db, visible)
  if (id !== undefined) parts = parts.where('group_id', '=', id)
  return new Map((await parts.execute()).map(({ group_id, ...part }) => [group_id, part]))
}
