import { beforeEach, expect, test } from 'vitest'
import { insertRow, updateRow } from '../../metadata/database/row.ts'
import type { TriggerDraft } from '../../schema/triggers/trigger.ts'
import { testEvent } from '../actions/testing/test-context.ts'
import { openTestActions, type TestActions } from './testing/test-queue.ts'

let opened: TestActions
beforeEach(async () => {
  opened = await openTestActions()
})

/** A notification of a new trigger that has just become unread. Returns its id. */
async function notify(draft: Partial<TriggerDraft>): Promise<number> {
  const { metadata, clock } = opened
  const now = clock.now()
  const id = await insertRow(metadata.db, 'notification_groups', {
    trigger_id: await opened.trigger(draft),
    all_count: 5,
    unread_count: 3,
    unread_since: now,
    last_issued: now,
    created_at: now,
    updated_at: now,
  })
  for (const message of ['older', 'newest'])
    await insertRow(metadata.db, 'notification_events', {
      ...{ group_id: id, event_id: 1, key: '', count: 1, fired_at: now, is_read: 0, host: 'fw-1' },
      event: JSON.stringify(testEvent({ message })),
    })
  return id
}

const escalated = { escalate_after: 600, escalate_to: ['boss@example.com'] }

test('a notification that stays unread is mailed once until it is read, also when the service was down meanwhile', async () => {
  const { metadata, clock, mails } = opened
  const group = await notify({ name: 'Denied {{event:host}}', ...escalated })
  const first = await opened.open()
  clock.seconds += 599
  await first.tick()
  await first.idle()
  expect(mails.received).toEqual([])
  await first.close()
  clock.seconds += 1
  const second = await opened.open()
  await second.tick()
  await second.idle()
  await second.tick()
  await second.idle()
  expect(mails.received).toMatchObject([{ to: ['boss@example.com'] }])
  const [{ source = '' } = {}] = mails.received
  expect(source).toContain('Subject: [Millrace] Unread: Denied {{event:host}}')
  expect(source).toContain('Unread matches: 3')
  expect(source).toContain('newest')
  const history = await metadata.db.selectFrom('action_runs').selectAll().execute()
  expect(history).toMatchObject([{ kind: 'escalation', status: 'done', host: 'fw-1', matches: 3 }])

  // Marked read, and unread again.
  await updateRow(metadata.db, 'notification_groups', group, { unread_since: null, escalated_at: null })
  await second.tick()
  await updateRow(metadata.db, 'notification_groups', group, { unread_since: clock.now() })
  clock.seconds += 600
  await second.tick()
  await second.idle()
  expect(mails.received).toHaveLength(2)
})

test('one of a clock that was ahead is mailed as long after the clock is set back as its trigger allows', async () => {
  const { ann, metadata, clock, mails } = opened
  const right = clock.seconds
  clock.seconds += 365 * 86_400
  const group = await notify(escalated)
  clock.seconds = right
  const queue = await opened.open()
  const tickAfter = async (seconds: number) => {
    clock.seconds = right + seconds
    await queue.tick()
    await queue.idle()
  }
  await tickAfter(0)
  await tickAfter(300)
  const viewer = { userId: ann, managesTriggers: false, usesTriggers: true, seesHost: undefined }
  // The other times, which are in the future, do not restart it.
  const { objects } = await metadata.notifications.listEvents(viewer, group, { offset: 0, limit: 9 })
  await metadata.notifications.removeEvent(viewer, group, objects[0]?.id ?? 0)
  await tickAfter(599)
  expect(mails.received).toEqual([])
  await tickAfter(600)
  await tickAfter(700)
  expect(mails.received).toHaveLength(1)
  // Marked read, and unread again.
  await metadata.notifications.setRead(viewer, group, true)
  await metadata.notifications.setRead(viewer, group, false)
  await tickAfter(1_299)
  expect(mails.received).toHaveLength(1)
  await tickAfter(1_300)
  expect(mails.received).toHaveLength(2)
})

test('one that is marked as unread is mailed again, and delays no other', async () => {
  const { ann, clock, mails } = opened
  const group = await notify(escalated)
  const queue = await opened.open()
  const tickAfter = async (seconds: number) => {
    clock.seconds += seconds
    await queue.tick()
    await queue.idle()
  }
  await tickAfter(600)
  expect(mails.received).toHaveLength(1)
  const viewer = { userId: ann, managesTriggers: false, usesTriggers: true, seesHost: undefined }
  await opened.metadata.notifications.setRead(viewer, group, true)
  await opened.metadata.notifications.setRead(viewer, group, false)
  await tickAfter(1)
  expect(mails.received).toHaveLength(2)
  await notify({ name: 'Other', ...escalated })
  await tickAfter(600)
  expect(mails.received).toHaveLength(3)
})

test('of several nodes that look at the same time one mails it', async () => {
  const { clock, metadata, mails } = opened
  for (let count = 0; count < 5; count++) await notify({ name: `Denied ${count}`, ...escalated })
  clock.seconds += 600
  const nodes = await Promise.all([1, 2, 3].map(() => opened.open({ isOnlyProcess: false })))
  for (const _ of [1, 2]) {
    await Promise.all(nodes.map(node => node.tick()))
    await Promise.all(nodes.map(node => node.idle()))
  }
  expect(mails.received).toHaveLength(5)
  const history = await metadata.db.selectFrom('action_runs').select(['kind', 'status', 'tries']).execute()
  expect(history).toEqual(Array(5).fill({ kind: 'escalation', status: 'done', tries: 1 }))
})

test('it goes to users by their ids, and to the owner where it names no user', async () => {
  const { id: bob } = await opened.metadata.users.create({ username: 'bob', email: 'bob@example.com' })
  await notify({ ...escalated, escalate_to: [bob] })
  await notify({ name: 'Other', ...escalated, escalate_to: [] })
  opened.clock.seconds += 600
  const queue = await opened.open()
  await queue.tick()
  await queue.idle()
  expect(opened.mails.received.map(({ to }) => to).sort()).toEqual([['ann@example.com'], ['bob@example.com']])
})

test('one that is read, or whose trigger is off or never escalates, is not', async () => {
  const read = await notify(escalated)
  await updateRow(opened.metadata.db, 'notification_groups', read, { unread_since: null })
  await notify({ name: 'Off', ...escalated, is_active: false })
  await notify({ name: 'Never' })
  opened.clock.seconds += 3_600
  const queue = await opened.open()
  await queue.tick()
  await queue.idle()
  expect(await opened.metadata.db.selectFrom('action_runs').selectAll().execute()).toEqual([])
})
