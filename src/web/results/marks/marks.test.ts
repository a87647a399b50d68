import { expect, test } from 'vitest'
import type { ActionRun } from '../../../schema/triggers/action-run.ts'
import type { NotificationGroup } from '../../../schema/triggers/notification.ts'
import { testEvent } from '../testing/test-event.ts'
import { deployMarks, deploysRequest, firingMarks, hasMoreNotifications } from './marks.ts'

const run = (change: Partial<ActionRun>): ActionRun => ({
  id: 1,
  trigger: { id: 7, name: 'Disk' },
  trigger_name: 'Disk',
  kind: 'email',
  status: 'done',
  key: '',
  idempotency_key: '',
  event_id: '42',
  host: 'db-1',
  message: '',
  matches: 1,
  tries: 1,
  created_at: 1_000.5,
  next_at: null,
  finished_at: null,
  result: null,
  silence_id: null,
  error: null,
  can_retry: false,
  ...change,
})

test('a firing is one mark, no matter how many actions it has', () => {
  const runs = [
    run({}),
    run({ id: 2, kind: 'webhook' }),
    run({ id: 3, created_at: 2_000, event_id: null, host: '' }),
    run({ id: 4, created_at: 2_000, event_id: null, host: '', trigger: null, trigger_name: 'Old' }),
  ]
  expect(firingMarks(runs)).toEqual([
    { kind: 'firing', at: 1_000.5, text: 'Disk fired for db-1', href: '/search?range=700%7E1300&event=42' },
    { kind: 'firing', at: 2_000, text: 'Disk fired', href: '/triggers/7' },
    { kind: 'firing', at: 2_000, text: 'Old fired', href: undefined },
  ])
})

test('notifications are marks, too; with an action of the same firing they are one', () => {
  // Only the members that are used.
  const group = {
    trigger_id: 7,
    name: 'Disk',
    all_count: 9,
    events: [
      { fired_at: 1_000.2, host: 'db-1', event_id: '42', count: 1 },
      { fired_at: 900, host: 'db-2', event_id: '41', count: 2 },
    ],
  } as unknown as NotificationGroup
  const marks = firingMarks([run({})], [group])
  expect(marks.map(({ at, text }) => [at, text])).toEqual([
    [1_000.5, 'Disk fired for db-1'],
    [900, 'Disk fired for db-2'],
  ])
  expect([800, 950].map(from => hasMoreNotifications(group, from))).toEqual([true, false])
})

test('deployments are the events with the tag', () => {
  expect(deploysRequest('deploy', 60, 120).params).toMatchObject({
    time_range: { ts_from: 60, ts_to: 120 },
    filter: [{ field: 'deploy', op: '=~', value: '.' }],
  })
  const event = testEvent({ _id: '9', host: 'web-1', first_occurrence: 1_000, user_tags: { deploy: 'v7' } })
  expect(deployMarks('deploy', [event])).toEqual([
    { kind: 'deploy', at: 1_000, text: 'Deployed v7 on web-1', href: '/search?range=700%7E1300&event=9' },
  ])
})
