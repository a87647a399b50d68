import type { Trigger } from '../../schema/trigger.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { type Database, unixSeconds } from '../tables.ts'
import type { GroupSummary, NotificationViewer } from './notification-groups.ts'
import { presentTrigger, triggerRows } from './rows.ts'

/** What actions send where, as it is told to who may not use triggers. */
const hiddenTargets = {
  send_email_template: '',
  send_email_to: [],
  send_webhook_url: '',
  send_webhook_query: '',
  send_webhook_template: '',
  send_webhook_headers: {},
  script_path: '',
  snmp: null,
  task_template: null,
  escalate_to: [],
} satisfies Partial<Trigger>

/** The triggers of these groups, by id, with the counts of notifications that the viewer sees. */
export async function shownTriggers(
  db: Database,
  keyring: Keyring,
  viewer: NotificationViewer,
  groups: readonly GroupSummary[],
): Promise<Map<number, Trigger>> {
  if (groups.length === 0) return new Map()
  const ofTrigger = new Map(groups.map(group => [group.trigger_id, group]))
  const rows = await triggerRows(db)
    .where('triggers.id', 'in', [...ofTrigger.keys()])
    .execute()
  return new Map(
    rows.map(row => {
      const trigger = presentTrigger(row, viewer, keyring)
      const group = ofTrigger.get(row.id)
      const seen = group && {
        notifications_count: group.all_count,
        unread_count: group.unread_count,
        last_issued: unixSeconds(group.last_issued),
      }
      return [row.id, { ...trigger, ...seen, ...(!viewer.usesTriggers && hiddenTargets) }]
    }),
  )
}
