import type { Condition } from '../../src/schema/filter/condition.ts'
import type { TriggerContent, TriggerExport } from '../../src/schema/triggers/trigger.ts'

/** All members that files of other services have. */
const members: Partial<TriggerContent> = {
  ...{ is_private: false, issue_notification: true, mark_known: true, mark_actionable: true },
  ...{ send_email: false, send_email_template: '', add_note: false, note_text: '', snmp_trap: false },
  ...{ send_webhook: false, send_webhook_method: 'GET', send_webhook_url: '', send_webhook_template: '' },
  ...{ send_webhook_ssl_verify: true, exec_script: false, script_path: '' },
}
const condition = (field: string, ...value: (string | number)[]): Condition => ({ field, op: 'eq', value })

/** Triggers of the kinds that other services export: each condition, all together, old forms, a long list. */
export const triggersOfOthers: readonly (TriggerExport | TriggerExport[])[] = [
  [
    {
      ...members,
      name: 'Switch: port is faulted',
      filter: [condition('message', 'port is faulted. Check the module, and its settings.')],
    },
  ],
  [
    {
      ...members,
      name: 'Login: wrong passwords',
      filter: [condition('message', 'wrong password attempts'), condition('program', 'doas')],
    },
    {
      ...members,
      name: 'Login: a session of the administrator',
      filter: [
        condition('message', 'session opened for user admin'),
        condition('facility', 10),
        condition('severity', 6),
        condition('program', 'login'),
      ],
    },
  ],
  {
    ...members,
    name: 'Login: refused on the old hosts',
    filter: [
      condition('message', 'refused keyboard'),
      condition('host', 'old-1', 'old-2', 'old-3'),
      condition('facility', 4),
      condition('severity', 5),
      condition('program', 'sshd'),
    ],
  },
  {
    ...members,
    name: 'Switch: link down',
    mark_actionable: false,
    filter: [condition('cisco_mnemonic', 'LINK-3-UPDOWN', 'LINEPROTO-5-UPDOWN')],
  },
  {
    ...members,
    name: 'Ports of a network that hides its users',
    add_note: true,
    note_text: 'Seen on $EVENT_HOST',
    filter: [condition('message', ''), condition('ut_src_port', '9000', '9001', '19001')],
  },
  {
    ...members,
    name: 'Addresses that are known for attacks',
    filter: [condition('ut_src_ip', ...Array.from({ length: 984 }, (_, i) => `198.51.${i >> 8}.${i & 255}`))],
  },
  // An old file: a condition without op, a single value without a list, absent members.
  {
    name: 'Windows: a logon',
    issue_notification: true,
    mark_known: true,
    filter: [{ field: 'ut_event_id', value: '4624' }],
  },
]
