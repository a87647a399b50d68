import type { Trigger } from '../../schema/triggers/trigger.ts'
import type { Database } from '../database/tables.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { GroupSummary, NotificationViewer } from './notification-groups.ts'
import { countLimitOf, presentTrigger, triggerRows } from './rows.ts'

/** Redacted action targets, for users without the permission `triggers`. */
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

/** The triggers of these groups, by id, with the counts that the viewer sees. */
export async function shownTriggers(
  db: Database,
  keyring: Keyring,
  viewer: NotificationViewer,
  groups: readonly GroupSummary[],
): Promise<Map<number, Trigger>> {
  if (groups.length === 0) return new Map()
  const rows = await triggerRows(db, await countLimitOf(db, viewer))
    .where(
      'triggers.id',
      'in',
      groups.map(group => group.trigger_id),
    )
    .execute()
  return new Map(
    rows.map(row => [
      row.id,
      { ...presentTrigger(row, viewer, keyring), ...(!viewer.usesTriggers && hiddenTargets) },
    ]),
  )
}
