// Rows of triggers, and triggers as the API shows them to a viewer.

import { sql } from 'kysely'
import type { Trigger, TriggerExport } from '../../schema/triggers/trigger.ts'
import { type Database, unixSeconds } from '../database/tables.ts'
import { ownerRef, userNameColumns } from '../identity/user-ref.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { fullContent } from './content.ts'
import { openSecrets, withWebhook } from './secrets.ts'
import { type HostViewer, type VisibleRows, visibleParts, visibleRows } from './visible-hosts.ts'

/** The user who reads or changes triggers. */
export interface TriggerViewer extends HostViewer {
  /** Holds manage_triggers: reads and changes all users' triggers. */
  managesTriggers: boolean
}

/**
 * Limits the counts of rows for a viewer of some hosts. Matches are counted for triggers of this user only,
 * since the hosts of other matches are unknown. Notifications are counted for visible hosts.
 */
interface CountLimit {
  ownerId: number
  visible: VisibleRows
}

/** The limit for a viewer; undefined: the viewer sees all hosts. */
export async function countLimitOf(db: Database, viewer: TriggerViewer): Promise<CountLimit | undefined> {
  const visible = await visibleRows(db, 'notification_events', viewer)
  return visible && { ownerId: viewer.userId, visible }
}

/** Triggers with their counts, for lists and answers. */
export function triggerRows(db: Database, limit?: CountLimit) {
  const notified =
    limit === undefined
      ? db
          .selectFrom('notification_groups')
          .select(['trigger_id', 'all_count', 'unread_count', 'last_issued'])
      : visibleParts(db, limit.visible)
          .innerJoin('notification_groups', 'notification_groups.id', 'notification_events.group_id')
          .select('notification_groups.trigger_id')
          .groupBy('notification_groups.trigger_id')
  return db
    .selectFrom('triggers')
    .innerJoin('users', 'users.id', 'triggers.owner_id')
    .leftJoin('trigger_counts as counts', join => {
      const ofTrigger = join.onRef('counts.trigger_id', '=', 'triggers.id')
      return limit === undefined ? ofTrigger : ofTrigger.on('triggers.owner_id', '=', limit.ownerId)
    })
    .leftJoin(notified.as('notified'), 'notified.trigger_id', 'triggers.id')
    .selectAll('triggers')
    .select(userNameColumns)
    .select(['counts.hits_count', 'counts.fires_count', 'counts.last_matched'])
    .select(['notified.all_count', 'notified.unread_count', 'notified.last_issued'])
    .select(
      sql<number>`(select count(*) from triggers as above where above.position <= triggers.position)`.as(
        'place',
      ),
    )
}

export type TriggerRow = Awaited<ReturnType<ReturnType<typeof triggerRows>['executeTakeFirstOrThrow']>>

/**
 * Whether the viewer sees the numbers of a trigger or a silence, which cover all hosts of its owner. The
 * owner does, and viewers of all hosts.
 */
export function seesTotals({ owner_id }: { owner_id: number }, { userId, seesHost }: TriggerViewer): boolean {
  return seesHost === undefined || owner_id === userId
}

/**
 * Whether the viewer may change what a trigger finds and what it does. It finds events of all hosts of its
 * owner, so a viewer who sees fewer must not send them elsewhere, and changes only whether another user's
 * trigger is active.
 */
export function mayEdit({ owner_id }: { owner_id: number }, viewer: TriggerViewer): boolean {
  return owner_id === viewer.userId || (viewer.managesTriggers && viewer.seesHost === undefined)
}

/** Members as they were given, without secrets. */
export function contentOf({ content }: { content: string }): TriggerExport {
  // The column is only written from a TriggerExport.
  return JSON.parse(content) as TriggerExport
}

/** The exported form. Viewers who may change the trigger see the secrets of the webhook, others its host. */
export function exportTrigger(row: TriggerRow, viewer: TriggerViewer, keyring: Keyring): TriggerExport {
  const content = contentOf(row)
  if (mayEdit(row, viewer)) return withWebhook(content, openSecrets(keyring, row) ?? {})
  const { send_webhook_headers: _, ...others } = content
  // The type of the rest has no index signature.
  return others as TriggerExport
}

export function presentTrigger(row: TriggerRow, viewer: TriggerViewer, keyring: Keyring): Trigger {
  return {
    id: row.id,
    snapshot_id: row.snapshot_id,
    owner: ownerRef(row),
    order: row.place,
    ...fullContent(mayEdit(row, viewer) ? exportTrigger(row, viewer, keyring) : contentOf(row)),
    read_only: !mayEdit(row, viewer),
    has_snmp_secrets: openSecrets(keyring, row)?.snmp !== undefined,
    hits_count: seesTotals(row, viewer) ? (row.hits_count ?? 0) : null,
    fires_count: seesTotals(row, viewer) ? (row.fires_count ?? 0) : null,
    last_matched: unixSeconds(row.last_matched || null),
    last_issued: unixSeconds(row.last_issued),
    notifications_count: row.all_count ?? 0,
    unread_count: row.unread_count ?? 0,
    created_at: unixSeconds(row.created_at),
    updated_at: unixSeconds(row.updated_at),
  }
}
