import { expect, test } from 'vitest'
import { AllowList, OutgoingGuard } from '../../outgoing/outgoing-guard.ts'
import { openSnmpEngine } from '../../outgoing/snmp/snmp-engine.ts'
import { type Action, actionError, createActionRunner } from './action-kinds.ts'
import { ScriptsFolder } from './kinds/script/scripts-folder.ts'
import { testContext } from './testing/test-context.ts'

const webhook: Action & { kind: 'webhook' } = {
  ...{ kind: 'webhook', method: 'POST', url: 'https://example.com/', query: '', headers: {} },
  ...{ format: 'generic', body: '', verifyTls: true },
}
const task: Action = { kind: 'task', title: '', description: '', assignedTo: null, dueAfter: null }

const faults: [action: Action, fault: string | undefined][] = [
  [{ kind: 'email', template: '', to: [] }, undefined],
  [{ kind: 'email', template: 'Bcc: a@example.com\n\nx', to: [] }, 'The header Bcc cannot be set'],
  [webhook, undefined],
  [{ ...webhook, url: '' }, 'The URL must begin with http:// or https://.'],
  [{ ...webhook, format: 'pagerduty' }, 'PagerDuty needs the integration key'],
  [{ ...webhook, format: 'template', body: '{"a": {{event:hots}}}' }, 'There is no variable {{event:hots}}.'],
  [{ kind: 'script', name: 'x.sh' }, undefined],
  [{ kind: 'snmp', target: null }, undefined],
  [{ kind: 'snmp', target: { host: 'a', version: 'v3' } }, 'SNMP v3 needs a user.'],
  [{ kind: 'note', text: '{{event:x}}', countsSeveralHosts: false }, 'There is no variable {{event:x}}.'],
  [task, undefined],
  [{ ...task, description: '{{event:x}}' }, 'There is no variable {{event:x}}.'],
]
test.each(faults)('%j is checked when it is saved', (action, fault) => {
  const found = actionError(action)
  if (fault === undefined) expect(found).toBeUndefined()
  else expect(found).toContain(fault)
})

test('an action of every kind is done by its own function', async () => {
  const written: unknown[] = []
  const guard = new OutgoingGuard({ allowed: new AllowList([]), ownPorts: () => new Set() })
  const users = { findUserAddresses: async () => new Set<string>(), findAddressesOf: async () => new Map() }
  const run = createActionRunner({
    email: { mailer: undefined, users, domains: [], host: 'h' },
    webhook: { guard },
    script: { folder: new ScriptsFolder('/nowhere'), env: {} },
    snmp: { guard, engine: openSnmpEngine('x', 1), defaultTarget: null },
    notes: { create: async (...note) => written.push(note) },
    tasks: { create: async (...draft) => ({ id: written.push(draft) }) },
    now: () => 0,
  })
  const actions: [action: Action, detail: string][] = [
    [{ kind: 'email', template: '', to: [] }, 'This service sends no mail: MILLRACE_SMTP_URL is not set.'],
    [{ ...webhook, url: 'http://127.0.0.1/' }, '127.0.0.1 is not a public address'],
    [{ kind: 'script', name: 'x.sh' }, 'There is no script x.sh in the folder of scripts.'],
    [{ kind: 'snmp', target: null }, 'The trigger does not say where its traps go, and'],
    [{ kind: 'note', text: 'x', countsSeveralHosts: false }, 'The note was added.'],
    [task, 'Task 2 was created.'],
  ]
  for (const [action, detail] of actions) {
    const result = await run(action, testContext(), new AbortController().signal)
    expect(result.detail).toContain(detail)
  }
  expect(written).toHaveLength(2)
})
