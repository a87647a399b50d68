import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTemporaryMetadata } from '../../metadata/testing/temporary.ts'
import { insertNotification } from '../../metadata/triggers/testing/insert-notification.ts'
import { HostVisibility } from '../../query/host-visibility.ts'
import { storeWith } from '../../query/kinds/testing/open-store.ts'
import { openQueryService } from '../../query/life/open.ts'
import type { Reader } from '../../query/query-service.ts'
import type { NotificationGroup } from '../../schema/triggers/notification.ts'
import { StoredNotifications } from './notification-source.ts'

const hour = 3_600_000_000
let store: Awaited<ReturnType<typeof storeWith>>
beforeAll(async () => {
  store = await storeWith([])
})
afterAll(() => store.close())

/** Groups A (newest, private, read), B and C (oldest), an hour apart; C is of db-1 only. */
async function opened() {
  const { metadata, clock } = await openTemporaryMetadata()
  clock.seconds = Math.floor(Date.now() / 1_000)
  const { users, triggers, notifications } = metadata
  const { id: userId } = await users.create({ username: 'max' })
  const viewer = { userId, managesTriggers: false }
  const now = clock.now()
  const names: Record<string, number> = {}
  const add = async (name: string, hoursAgo: number, host: string, program: string, isPrivate = false) => {
    const trigger = await triggers.create(viewer, { name, filter: [], is_private: isPrivate })
    const firedAt = now - hoursAgo * hour
    names[name] = await insertNotification(metadata, trigger.id, { firedAt, event: { host, program } })
  }
  await add('C', 3, 'db-1', 'IoC-WannaCry')
  await add('B', 2, 'fw-1', 'sshd')
  await insertNotification(metadata, 2, {
    firedAt: now - 2 * hour,
    event: { host: 'fw-2', program: 'nginx' },
  })
  await add('A', 1, 'fw-1', 'nginx', true)
  const all = { ...viewer, usesTriggers: true, seesHost: undefined }
  await notifications.setRead(all, names.A ?? 0, true)
  const queryService = openQueryService({
    store,
    sources: {
      figures: store.figures,
      counts: store.counts,
      tasks: metadata.tasks,
      notifications: new StoredNotifications(notifications, new HostVisibility()),
    },
    timezone: 'UTC',
    log: (_message, error) => expect(error).toBeUndefined(),
    limits: { answerWaitMs: 30_000 },
  })
  const max: Reader = {
    userId,
    managesQueries: false,
    managesDashboards: false,
    managesWidgets: false,
    permissions: new Set(['search', 'notifications']),
    hosts: ['*'],
  }
  const ask = async (params: object, reader = max) => {
    const { query } = await queryService.create(reader, 'Notifications', params)
    expect(query.status).toBe('SUCCESS')
    // The results of Notifications.
    return query.results as unknown as NotificationGroup[]
  }
  return { ask, max, names, queryService, metadata, now: clock.seconds }
}

const cases: [params: object, names: string][] = [
  [{}, 'ABC'],
  [{ sort: 'Oldest first' }, 'CBA'],
  [{ sort: ['-unread_since'] }, 'BCA'],
  [{ sort: 'Oldest unread first' }, 'CBA'],
  [{ read: false }, 'BC'],
  [{ read: true }, 'A'],
  [{ is_private: false }, 'BC'],
  [{ filter: [{ field: 'program', value: ['IoC-IP_Blacklist', 'IoC-WannaCry'] }] }, 'C'],
  [{ filter: [{ field: 'program', value: 'nginx' }] }, 'AB'],
  [{ filter: [{ field: 'program', value: 'nginx' }], read: false }, 'B'],
  [{ filter: [{ field: 'message', op: 'qp', value: 'nothing' }] }, ''],
  [{ time_range: { ts_from: -9_000, ts_to: 0 }, time_range_field: 'created_at' }, 'AB'],
  [{ time_range: { ts_from: -90_000, ts_to: 0 }, time_range_field: 'unread_since' }, 'BC'],
  [{ time_range: { preset: 'last_1_minutes' }, time_range_field: 'read_at' }, 'A'],
]
test('groups are selected and sorted', async () => {
  const { ask } = await opened()
  for (const [params, names] of cases) {
    const found = await ask(params)
    expect(found.map(({ name }) => name).join(''), JSON.stringify(params)).toBe(names)
  }
})

test('they come with their trigger, and with events on demand; the filter sees new entries', async () => {
  const { ask, metadata } = await opened()
  const [first] = await ask({ filter: [{ field: 'program', value: 'sshd' }] })
  expect(first).toMatchObject({ name: 'B', all_count: 2, trigger: { name: 'B', filter: [] } })
  expect(first).not.toHaveProperty('events')
  const [same] = await ask({ with_events: true, filter: [{ field: 'program', value: 'sshd' }] })
  expect(same?.events).toMatchObject([{ host: 'fw-2' }, { host: 'fw-1', program: 'sshd' }])
  const backup = { filter: [{ field: 'program', value: 'backup' }], sort: ['created_at'] }
  expect(await ask(backup)).toEqual([])
  await insertNotification(metadata, first?.trigger_id ?? 0, { event: { program: 'backup' } })
  // A different query, so that no cached answer of the last second is used.
  expect(await ask({ ...backup, sort: ['updated_at'] })).toMatchObject([{ name: 'B' }])
})

test('a reader gets what is of hosts that it sees, and nothing private of others', async () => {
  const { ask, max } = await opened()
  const some = await ask({ with_events: true }, { ...max, hosts: ['fw-1'] })
  expect(some.map(({ name, all_count }) => `${name}${all_count}`)).toEqual(['A1', 'B1'])
  expect(some.flatMap(({ events }) => events?.map(({ host }) => host))).toEqual(['fw-1', 'fw-1'])
  const filter = [{ field: 'program', value: 'nginx' }]
  expect((await ask({ filter }, { ...max, hosts: ['fw-1'] })).map(({ name }) => name)).toEqual(['A'])
  expect((await ask({}, { ...max, userId: 99 })).map(({ name }) => name)).toEqual(['B', 'C'])
})
