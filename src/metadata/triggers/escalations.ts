import { sql } from 'kysely'
import { insertRow, updateRow } from '../database/row.ts'
import { jsonMember } from '../database/sql-forms.ts'
import type { Database } from '../database/tables.ts'
import { Repository } from '../repository/repository.ts'

/** Maximum mails that one call of `queueDue` queues. */
const maxAtOnce = 500

/** Mails about notifications that stay unread for longer than their trigger allows, if the trigger is on. */
export class Escalations extends Repository {
  /** Queues a mail for each group that is due. A group gets no second mail until it was read. */
  async queueDue(): Promise<void> {
    const now = this.clock()
    // Reads first, so that an idle process does not wait for writers.
    const inFuture = this.db.selectFrom('notification_groups').select('id').where('unread_since', '>', now)
    const hasRows = async (rows: { execute(): Promise<unknown[]> }) => (await rows.execute()).length > 0
    if (!(await hasRows(inFuture.limit(1))) && !(await hasRows(dueGroups(this.db, now).limit(1)))) return
    await this.feed.transaction(async (transaction, publish) => {
      // Times in the future come from a clock that was set back since.
      const corrected = await transaction
        .updateTable('notification_groups')
        .set({ unread_since: now })
        .where('unread_since', '>', now)
        .returning('id')
        .execute()
      const due = await dueGroups(transaction, now).limit(maxAtOnce).execute()
      for (const group of due) {
        await updateRow(transaction, 'notification_groups', group.id, { escalated_at: now })
        const event = parsedEvent(group.event)
        await insertRow(transaction, 'action_runs', {
          trigger_id: group.trigger_id,
          trigger_name: group.name,
          owner_id: group.owner_id,
          is_private: group.is_private,
          kind: 'escalation',
          status: 'pending',
          key: '',
          // Not `unread_since`: an entry that is read and then marked as unread has the same time again.
          idempotency_key: `escalation-${group.id}-${now}`,
          event_id: event?.id ?? null,
          host: group.host ?? '',
          owner_hosts_id: group.owner_hosts_id,
          event: JSON.stringify(event),
          matches: group.unread_count,
          tries: 0,
          created_at: now,
          due_at: now,
        })
      }
      if (due.length + corrected.length > 0) publish('notifications')
    })
  }
}

/** The groups about which a mail is due, the longest unread first. */
function dueGroups(db: Database, now: number) {
  return db
    .selectFrom('notification_groups as groups')
    .innerJoin('triggers', 'triggers.id', 'groups.trigger_id')
    .select(['groups.id', 'groups.trigger_id', 'groups.unread_count', 'groups.unread_since'])
    .select(['triggers.name', 'triggers.owner_id', 'triggers.is_private'])
    .leftJoin('notification_events as newest', join =>
      join.on('newest.id', '=', eb =>
        eb
          .selectFrom('notification_events as entries')
          .select('entries.id')
          .whereRef('entries.group_id', '=', 'groups.id')
          .orderBy('entries.id', 'desc')
          .limit(1),
      ),
    )
    .select(['newest.event', 'newest.host', 'newest.owner_hosts_id'])
    .where('groups.escalated_at', 'is', null)
    .where('triggers.is_active', '=', 1)
    .where(dueAt, '<=', now)
    .orderBy('groups.unread_since')
}

/** Seconds for which a trigger allows unread notifications; null for any time. */
const escalateAfter = jsonMember(sql.ref('triggers.content'), 'escalate_after')
/** When the mail about a group is due, microseconds; null for never. */
const dueAt = sql<number>`groups.unread_since + 1000000 * cast(${escalateAfter} as bigint)`

function parsedEvent(event: string | null): { id: number } | null {
  // The column is only written from a StoredEvent or null.
  return event === null ? null : (JSON.parse(event) as { id: number } | null)
}
