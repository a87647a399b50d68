import type { StoredEvent } from '../../../schema/event/event.ts'
import type { Metadata } from '../../open.ts'
import { hostListId } from '../host-lists.ts'

const event: StoredEvent = {
  id: 1,
  ts: 1_780_000_000_000_000,
  last: 1_780_000_000_000_000,
  counter: 1,
  host: 'fw-1',
  program: 'sshd',
  facility: 4,
  severity: 3,
  mnemonic: '',
  message: 'Failed password for root',
  type: 1,
  status: 0,
  tags: {},
  triggers: [],
}

export interface InsertedNotification {
  host?: string
  key?: string
  count?: number
  /** Microseconds; default: now. */
  firedAt?: number
  /** null: the trigger did not fire for a single event. */
  event?: Partial<StoredEvent> | null
  /** Hosts that the owner saw; absent: unknown. */
  ownerHosts?: readonly string[]
  /** Default: all matches are of the host, as for a trigger without a condition. */
  isOfHost?: boolean
}

/** Inserts an entry as the recorder writes it. Returns the id of its group. */
export async function insertNotification(
  { db, clock, feed }: Pick<Metadata, 'db' | 'clock' | 'feed'>,
  triggerId: number,
  {
    host = 'fw-1',
    key = '',
    count = 1,
    firedAt = clock(),
    event: given = {},
    ownerHosts,
    isOfHost = true,
  }: InsertedNotification = {},
): Promise<number> {
  const group = await db
    .insertInto('notification_groups')
    .values({
      trigger_id: triggerId,
      all_count: count,
      unread_count: count,
      unread_since: firedAt,
      read_at: null,
      escalated_at: null,
      last_issued: firedAt,
      created_at: firedAt,
      updated_at: firedAt,
    })
    .onConflict(conflict =>
      conflict.column('trigger_id').doUpdateSet(eb => ({
        all_count: eb('notification_groups.all_count', '+', count),
        unread_count: eb('notification_groups.unread_count', '+', count),
        unread_since: eb.fn.coalesce('notification_groups.unread_since', eb.val(firedAt)),
        last_issued: firedAt,
        updated_at: firedAt,
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  const stored = given === null ? null : { ...event, host, ...given }
  await db
    .insertInto('notification_events')
    .values({
      group_id: group.id,
      event_id: stored?.id ?? null,
      key,
      count,
      fired_at: firedAt,
      is_read: 0,
      host: given === null ? host : (stored?.host ?? ''),
      owner_hosts_id: ownerHosts === undefined ? null : await hostListId(db, ownerHosts),
      is_of_host: isOfHost ? 1 : 0,
      event: JSON.stringify(stored),
    })
    .execute()
  await feed.transaction(async (_, publish) => publish('notifications'))
  return group.id
}
