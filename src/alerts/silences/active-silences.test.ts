import { expect, onTestFinished, test } from 'vitest'
import type { Permission } from '../../metadata/identity/identity.ts'
import { openTemporaryMetadata } from '../../metadata/testing/temporary.ts'
import type { StoredEvent } from '../../schema/event/event.ts'
import { openLog } from '../../telemetry/log.ts'
import { eventually } from '../../testing/until.ts'
import { ActiveSilences, eventOfKey, type SilenceSource } from './active-silences.ts'

/** ann may use triggers and sees fw-*; max may manage triggers and sees sw-* and fw-*. */
async function opened() {
  const { metadata, clock } = await openTemporaryMetadata()
  const { users, groups, silences, reports } = metadata
  const using = await groups.create({ name: 'net', permissions: ['triggers'], hosts: ['fw-*'] })
  const managing = await groups.create({
    name: 'lead',
    permissions: ['triggers', 'manage_triggers'],
    hosts: ['sw-*'],
  })
  const { id: ann } = await users.create({ username: 'ann', groups: [using.id] })
  const { id: max } = await users.create({ username: 'max', groups: [using.id, managing.id] })
  const source = {
    readCurrent: () => silences.readCurrent(),
    onChange: (listener: () => void) => silences.onChange(listener),
    getOwnerRights: (id: number) => reports.getOwnerRights(id),
  }
  const active = new ActiveSilences(source, openLog('silent'), clock.now)
  onTestFinished(() => active.close())
  await active.load()
  const silence = async (userId: number, more: object = {}) => {
    const draft = { name: 'x', ends_at: clock.seconds + 3_600, ...more }
    const { id } = await silences.create({ userId, managesTriggers: userId === max }, draft)
    await active.refresh()
    return id
  }
  return { metadata, clock, active, silence, ann, max, using }
}

function eventOf(host: string, more: Partial<StoredEvent> = {}): StoredEvent {
  return { ...eventOfKey({ field: 'host', value: host }, 1_780_000_000_000_000), ...more }
}

test('a silence holds from its start to its end, for triggers of its owner and events of its filter', async () => {
  const { clock, active, silence, ann, max } = await opened()
  const filter = [{ field: 'host', value: 'fw-1' }]
  const starts_at = clock.seconds + 60
  const id = await silence(ann, { filter, starts_at })
  const own = { id: 1, ownerId: ann }
  expect(active.findSilence(own, eventOf('fw-1'))).toBeUndefined()
  clock.seconds = starts_at
  expect(active.findSilence(own, eventOf('fw-1'))).toBe(id)
  expect(active.findSilence(own, eventOf('fw-2'))).toBeUndefined()
  expect(active.findSilence({ id: 1, ownerId: max }, eventOf('fw-1'))).toBeUndefined()
  clock.seconds = starts_at + 3_540 - 1
  expect(active.findSilence(own, eventOf('fw-1'))).toBe(id)
  clock.seconds++
  expect(active.findSilence(own, eventOf('fw-1'))).toBeUndefined()
})

test('a silence of a manager of triggers holds for all triggers, on hosts that the manager sees', async () => {
  const { active, silence, ann, max } = await opened()
  const id = await silence(max)
  expect(active.findSilence({ id: 1, ownerId: ann }, eventOf('fw-1'))).toBe(id)
  expect(active.findSilence({ id: 1, ownerId: ann }, eventOf('db-1'))).toBeUndefined()
  // The owner could see every match of the owner's own trigger.
  expect(active.findSilence({ id: 2, ownerId: max }, eventOf('db-1'))).toBe(id)
})

test('one that names triggers holds for these; none is left when they are deleted', async () => {
  const { metadata, active, silence, ann } = await opened()
  const viewer = { userId: ann, managesTriggers: false }
  const trigger = await metadata.triggers.create(viewer, { name: 'One', filter: [] })
  const id = await silence(ann, { trigger_ids: [trigger.id] })
  expect(active.findSilence({ id: trigger.id, ownerId: ann }, eventOf('fw-1'))).toBe(id)
  expect(active.findSilence({ id: trigger.id + 1, ownerId: ann }, eventOf('fw-1'))).toBeUndefined()
  await metadata.triggers.remove(viewer, trigger.id)
  await metadata.silences.update(viewer, id, { name: 'y' })
  await active.refresh()
  expect(active.findSilence({ id: trigger.id + 1, ownerId: ann }, eventOf('fw-1'))).toBeUndefined()
})

test.each([
  [{ field: 'host', value: 'fw-1' }, [{ field: 'host', value: 'fw-*' }], true],
  [{ field: 'host', value: 'fw-1' }, [], true],
  [{ field: 'host', value: 'db-1' }, [{ field: 'host', value: 'fw-1' }], false],
  [{ field: 'Site', value: 'north' }, [{ field: 'Site', value: 'north' }], true],
  [{ field: 'ut_Site', value: 'north' }, [{ field: 'Site', value: 'north' }], true],
  [{ field: 'cisco_mnemonic', value: 'A-1' }, [{ field: 'cisco_mnemonic', value: 'A-1' }], true],
  [{ field: 'severity', value: '3' }, [{ field: 'severity', op: 'le' as const, value: 3 }], true],
  [null, [], true],
  [null, [{ field: 'host', value: 'fw-1' }], false],
])('a trigger that fires without an event for %j is held back by %j: %j', async (key, filter, isHeld) => {
  const { active, silence, ann } = await opened()
  const id = await silence(ann, { filter })
  expect(active.findSilence({ id: 1, ownerId: ann }, null, key)).toBe(isHeld ? id : undefined)
})

test('one whose owner may no longer use triggers holds nothing; changes are in force without being asked for', async () => {
  const { metadata, active, silence, ann, using } = await opened()
  const id = await silence(ann)
  const own = { id: 1, ownerId: ann }
  await metadata.groups.update(using.id, { permissions: [] })
  await active.refresh()
  expect(active.findSilence(own, eventOf('fw-1'))).toBeUndefined()
  await metadata.groups.update(using.id, { permissions: ['triggers'] })
  await active.refresh()
  expect(active.findSilence(own, eventOf('fw-1'))).toBe(id)
  await metadata.silences.remove({ userId: ann, managesTriggers: false }, id)
  await eventually(() => active.findSilence(own, eventOf('fw-1'))).toBeUndefined()
})

test('a silence whose expressions take too many steps holds nothing back, and other silences hold', async () => {
  const { active, silence, ann, max } = await opened()
  const filter = (value: string) => [{ field: 'message', op: '=~', value }]
  await silence(ann, { filter: filter('(?:[ab]{0,9}c?){0,90}d') })
  const id = await silence(max, { filter: filter('aab?$') })
  const event = eventOf('fw-1', { message: 'a'.repeat(30_000) })
  expect(active.findSilence({ id: 1, ownerId: ann }, event)).toBe(id)
  expect(
    active.findSilence({ id: 1, ownerId: ann }, { ...event, message: 'a'.repeat(30_000).concat('c') }),
  ).toBe(undefined)
})

test('after changed silences could not be read, the earlier ones still have their steps for each event', async () => {
  let isReadable = true
  const filter = [{ field: 'message', op: '=~', value: '(?:[ab]{0,9}c?){0,9}d' }] as const
  const source: SilenceSource = {
    readCurrent: async () => [
      {
        id: 7,
        ownerId: 1,
        filter: [...filter],
        triggerIds: [],
        startsAt: 0,
        endsAt: Number.MAX_SAFE_INTEGER,
      },
    ],
    onChange: () => () => {},
    getOwnerRights: async () => {
      const permissions = new Set<Permission>(['triggers'])
      permissions.has = permission => {
        if (!isReadable) throw new Error('cannot be compiled')
        return permission === 'triggers'
      }
      return { permissions, hosts: ['*'] }
    },
  }
  const active = new ActiveSilences(source, openLog('silent'))
  onTestFinished(() => active.close())
  await active.load()
  isReadable = false
  await active.refresh().catch(() => {})
  const event = eventOf('fw-1', { message: 'ab'.repeat(150).concat('d') })
  const results = Array.from({ length: 100 }, () => active.findSilence({ id: 1, ownerId: 1 }, event))
  expect(new Set(results)).toEqual(new Set([7]))
})
