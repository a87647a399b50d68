import type { Metadata } from '../../metadata/open.ts'
import type { TriggerDraft } from '../../schema/triggers/trigger.ts'

const createdFact = 'demo_triggers'

/** Triggers that operators of the demo's invented company would want. */
export const demoTriggers: readonly TriggerDraft[] = [
  {
    name: 'Critical or worse',
    filter: [{ field: 'severity', op: 'le', value: 2 }],
    mark_known: true,
    group_by: 'host',
  },
  {
    name: 'Many failed logins on one host',
    filter: [{ field: 'message', op: 'qp', value: '"Failed password"' }],
    condition: { kind: 'count', count: 40, seconds: 60, by: 'host' },
  },
  {
    name: 'Name server fails repeatedly',
    filter: [{ field: 'message', op: 'qp', value: '"query failed" SERVFAIL' }],
    condition: { kind: 'count', count: 3, seconds: 600, by: 'host' },
  },
  {
    name: 'First error of a program in a week',
    filter: [{ field: 'severity', op: 'le', value: 3 }],
    condition: { kind: 'first_seen', field: 'program', days: 7 },
    add_note: true,
    note_text: '{{event:program}} had no error in the week before.',
  },
  {
    name: 'A name server is silent',
    filter: [{ field: 'host', op: 'eq', value: 'ns-*' }],
    condition: { kind: 'absence', seconds: 300, by: 'host' },
  },
  {
    name: 'Failed fan, a new one is ordered',
    filter: [{ field: 'cisco_mnemonic', op: 'eq', value: 'PLATFORM_ENV-4-FAN' }],
    mark_known: true,
    mark_actionable: false,
    issue_notification: false,
  },
]

/**
 * Creates the triggers of the demo once, and never restores changed or deleted ones. An installation that has
 * triggers gets none.
 */
export async function createDemoTriggers({
  facts,
  triggers,
  users,
}: Pick<Metadata, 'facts' | 'triggers' | 'users'>): Promise<void> {
  if ((await facts.get(createdFact)) !== undefined) return
  const owner = await users.findByName('admin')
  if (owner !== undefined) {
    const viewer = { userId: owner.id, managesTriggers: true }
    const { itemCount } = await triggers.list(viewer, { offset: 0, limit: 1 })
    if (itemCount === 0) await triggers.import(viewer, demoTriggers)
  }
  await facts.set(createdFact, true)
}
