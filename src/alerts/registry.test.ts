import { expect, onTestFinished, test } from 'vitest'
import type { TriggerInForce } from '../ingest/triggers/trigger-in-force.ts'
import { openTemporaryMetadata } from '../metadata/testing/temporary.ts'
import type { TriggerCondition } from '../schema/triggers/trigger-condition.ts'
import { openLog } from '../telemetry/log.ts'
import { eventually } from '../testing/until.ts'
import { TriggerRegistry } from './registry.ts'

async function loaded() {
  const { metadata, clock } = await openTemporaryMetadata()
  const { users, groups, triggers, reports } = metadata
  const group = await groups.create({ name: 'net', permissions: ['triggers'], hosts: ['fw-*'] })
  const { id: userId } = await users.create({ username: 'ann', groups: [group.id] })
  const source = {
    readEnabled: () => triggers.readEnabled(),
    onChange: (listener: () => void) => triggers.onChange(listener),
    getOwnerRights: (id: number) => reports.getOwnerRights(id),
  }
  const registry = new TriggerRegistry(source, openLog('silent'), clock.now)
  onTestFinished(() => registry.close())
  const sent: (readonly TriggerInForce[])[] = []
  await registry.load()
  const attach = () =>
    registry.attachMatcher({
      async setTriggers(list) {
        sent.push(list)
      },
      triggerCosts: async () => [],
    })
  return { metadata, clock, registry, attach, sent, group, ann: { userId, managesTriggers: false } }
}

async function opened() {
  const { attach, ...others } = await loaded()
  attach()
  return others
}

const host = [{ field: 'host', value: 'a' }]
const isHost = { kind: 'text', field: 'host', test: { kind: 'is', value: 'a', fold: true } }
const visible = { kind: 'text', field: 'host', test: { kind: 'like', pattern: 'fw-*', fold: true } }

test('ingest gets each change: filter, hosts of the owner, status, stop, order', async () => {
  const { metadata, registry, sent, ann } = await opened()
  const { triggers } = metadata
  const first = await triggers.create(ann, { name: 'One', filter: host, mark_known: true, stop_flag: true })
  await eventually(() => sent).toHaveLength(1)
  expect(registry.active).toEqual([
    {
      id: first.id,
      owner: ann.userId,
      hosts: ['fw-*'],
      predicate: { kind: 'all', of: [isHost, visible] },
      newStatus: 1,
      stop: 'owner',
      activeHours: null,
      onRepeats: 'first',
      groupBy: null,
      window: null,
    },
  ])
  const condition: TriggerCondition = {
    kind: 'pair',
    seconds: 5,
    expect: 'missing',
    by: 'host',
    followed_by: [],
  }
  const second = await triggers.create(ann, {
    name: 'Two',
    filter: host,
    condition,
    mark_known: true,
    mark_actionable: false,
  })
  await eventually(() => registry.active.map(({ id }) => id)).toEqual([second.id, first.id])
  expect(registry.active[0]).toMatchObject({ newStatus: 2, window: { by: 'host', value: null } })
  await triggers.move(ann, second.id, { position: 2 })
  await eventually(() => registry.active.map(({ id }) => id)).toEqual([first.id, second.id])
  await triggers.update(ann, first.id, { is_active: false })
  await eventually(() => registry.active.map(({ id }) => id)).toEqual([second.id])
})

test('a change while ingest starts reaches it once it runs', async () => {
  const { metadata, registry, attach, sent, ann } = await loaded()
  // Ingest starts with this list, which takes minutes after a crash.
  expect(registry.active).toEqual([])
  const { id } = await metadata.triggers.create(ann, { name: 'One', filter: host })
  await registry.refresh()
  attach()
  await registry.refresh()
  expect(sent).toMatchObject([[{ id }]])
  expect(registry.active).toMatchObject([{ id }])
})

test('a change of what ingest does not need is not sent', async () => {
  const { metadata, registry, sent, ann } = await opened()
  const { id } = await metadata.triggers.create(ann, { name: 'One', filter: host })
  await eventually(() => sent).toHaveLength(1)
  await metadata.triggers.update(ann, id, { note_text: 'x' })
  await registry.refresh()
  expect(sent).toHaveLength(1)
})

test('rights of the owner hold: hosts, the permission, being active', async () => {
  const { metadata, registry, group, ann } = await opened()
  await metadata.triggers.create(ann, { name: 'One', filter: [] })
  await registry.refresh()
  expect(registry.active).toMatchObject([{ predicate: { of: [expect.anything(), visible] } }])
  await metadata.groups.update(group.id, { hosts: ['*'] })
  await registry.refresh()
  expect(registry.active).toMatchObject([{ predicate: { kind: 'const', value: true } }])
  await metadata.groups.update(group.id, { hosts: [] })
  await registry.refresh()
  expect(registry.active).toMatchObject([
    { predicate: { of: [expect.anything(), { kind: 'const', value: false }] } },
  ])
  await metadata.groups.update(group.id, { hosts: ['*'], permissions: [] })
  await registry.refresh()
  expect(registry.active).toEqual([])
  await metadata.groups.update(group.id, { permissions: ['triggers'] })
  await registry.refresh()
  expect(registry.active).toHaveLength(1)
  await metadata.users.update(ann.userId, { is_active: false })
  await registry.refresh()
  expect(registry.active).toEqual([])
})

test('a stop flag holds for triggers of the owner, and of everybody when the owner manages triggers', async () => {
  const { metadata, registry, group, ann } = await opened()
  await metadata.triggers.create(ann, { name: 'One', filter: [], stop_flag: true })
  await registry.refresh()
  expect(registry.active).toMatchObject([{ owner: ann.userId, stop: 'owner' }])
  await metadata.groups.update(group.id, { permissions: ['triggers', 'manage_triggers'] })
  await registry.refresh()
  expect(registry.active).toMatchObject([{ owner: ann.userId, stop: 'all' }])
})

test('active_since and active_until hold', async () => {
  const { metadata, clock, registry, ann } = await opened()
  const { seconds } = clock
  await metadata.triggers.create(ann, {
    name: 'One',
    filter: [],
    active_since: seconds + 10,
    active_until: seconds + 20,
  })
  const counts: number[] = []
  for (const passed of [0, 9, 10, 19, 20]) {
    clock.seconds = seconds + passed
    await registry.refresh()
    counts.push(registry.active.length)
  }
  expect(counts).toEqual([0, 0, 1, 1, 0])
})
