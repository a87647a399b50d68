import { expect, test } from 'vitest'
import { triggerDefaults } from '../../schema/triggers/trigger.ts'
import { actionsOf } from './actions-of.ts'

const trigger = { name: 'x', filter: [], ...triggerDefaults }

test('a trigger has the actions that are switched on', () => {
  expect(actionsOf(trigger)).toEqual([])
  const snmp = { host: 'nms.example.com', version: 'v2c' } as const
  expect(
    actionsOf({
      ...trigger,
      ...{ add_note: true, note_text: 'Look', send_email: true, exec_script: true, snmp_trap: true, snmp },
      ...{ create_task: true, script_path: '/var/lib/other/scripts/block.sh', send_email_to: [1] },
    }),
  ).toEqual([
    { kind: 'note', text: 'Look', countsSeveralHosts: false },
    { kind: 'email', template: '', to: [1] },
    { kind: 'script', name: 'block.sh' },
    { kind: 'snmp', target: snmp },
    { kind: 'task', title: '', description: '', assignedTo: null, dueAfter: null },
  ])
})

test.each([
  [null, false],
  [{ kind: 'count', count: 5, seconds: 60, by: 'host' }, false],
  [{ kind: 'count', count: 5, seconds: 60 }, true],
  [{ kind: 'count', count: 5, seconds: 60, by: 'program' }, true],
  [{ kind: 'distinct', field: 'host', count: 5, seconds: 60, by: 'ut:user' }, true],
] as const)('a note of %j counts several hosts: %s', (condition, countsSeveralHosts) => {
  const [note] = actionsOf({ ...trigger, add_note: true, note_text: '{{matches:count}}', condition })
  expect(note).toEqual({ kind: 'note', text: '{{matches:count}}', countsSeveralHosts })
})

test('a webhook has the captures of the e-mail template', () => {
  const [webhook] = actionsOf({
    ...trigger,
    ...{ send_webhook: true, send_webhook_method: 'POST', send_webhook_url: 'https://example.com/' },
    ...{ send_webhook_headers: { 'X-A': 'b' }, send_email_template: 'Match-Message-Peer: (.)\n\nx' },
  })
  expect(webhook).toEqual({
    ...{ kind: 'webhook', method: 'POST', url: 'https://example.com/', query: '', headers: { 'X-A': 'b' } },
    ...{ format: 'template', body: '', verifyTls: true, captures: new Map([['peer', '(.)']]) },
  })
})
