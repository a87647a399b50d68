import { afterEach, expect, test, vi } from 'vitest'
import type { Permission } from '../../metadata/identity/identity.ts'
import { insertNotification } from '../../metadata/triggers/testing/insert-notification.ts'
import type { NotificationCounts } from '../../schema/triggers/notification.ts'
import { eventually, maxWaitMs } from '../../testing/until.ts'
import { LiveClient } from '../testing/live-client.ts'
import { adminId, annId, type TokenName, tokenHeaders } from '../testing/people.ts'
import { portOf, type TestServer, testServer } from '../testing/test-server.ts'

let server: TestServer
const clients: LiveClient[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) client.socket.terminate()
  await server.app.close()
})

/** ann sees hosts fw-*. */
async function started(annMay: Permission[] = ['notifications']) {
  server = await testServer({ live: { sweepIntervalMs: 20 } })
  const { groups, triggers } = server.people.metadata
  const group = await groups.create({ name: 'on call', permissions: annMay, hosts: ['fw-*'] })
  await groups.update(group.id, { members: [annId] })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const admin = { userId: adminId, managesTriggers: true }
  const trigger = async (name: string) => (await triggers.create(admin, { name, filter: [] })).id
  return { groups, group, trigger }
}

async function open(token: TokenName): Promise<LiveClient> {
  const client = await LiveClient.open(portOf(server.app), tokenHeaders(token))
  clients.push(client)
  return client
}

const confirmed = (more: object = {}) => [
  'subscription-update',
  { query: [], widget: [], dashboard: [], ...more },
]

/** The next counts sent to the client. */
async function told(client: LiveClient): Promise<NotificationCounts> {
  const [kind, counts] = (await client.next()) as [string, NotificationCounts]
  expect(kind).toBe('notifications-update')
  return counts
}

test('each reader gets what it has not read, and every change', async () => {
  const { trigger } = await started()
  const { metadata } = server.people
  const id = await trigger('Links')
  const [ann, admin] = [await open('user-ann'), await open('user-admin')]
  const none = { unread_count: 0, unread_groups: 0, group_count: 0, changed_at: null }
  for (const client of [ann, admin]) {
    client.send(['subscribe', 'notifications'])
    expect(await client.next()).toEqual(confirmed({ notifications: true }))
    expect(await told(client)).toEqual(none)
  }
  const group = await insertNotification(metadata, id, { host: 'fw-1', count: 3 })
  const some = { unread_count: 3, unread_groups: 1, group_count: 1 }
  expect(await told(ann)).toMatchObject(some)
  expect(await told(admin)).toMatchObject(some)
  await insertNotification(metadata, id, { host: 'db-1', count: 4 })
  expect(await told(admin)).toMatchObject({ unread_count: 7 })
  await metadata.notifications.readAll({
    userId: adminId,
    managesTriggers: true,
    usesTriggers: true,
    seesHost: undefined,
  })
  // ann got nothing about db-1.
  expect(await told(ann)).toMatchObject({ unread_count: 0, unread_groups: 0, group_count: 1 })
  const read = await told(admin)
  expect(read).toMatchObject({ unread_count: 0, group_count: 1 })
  // The unread counts are unchanged, but the list has changed.
  await metadata.notifications.remove(
    { userId: adminId, managesTriggers: true, usesTriggers: true, seesHost: undefined },
    group,
  )
  expect(await told(admin)).toEqual(none)
  admin.send(['unsubscribe', 'notifications'])
  expect(await admin.next()).toEqual(confirmed())
})

test('many changes at once are sent as one', async () => {
  const { trigger } = await started()
  const client = await open('user-admin')
  client.send(['subscribe', 'notifications'])
  await client.next()
  await told(client)
  const id = await trigger('Storm')
  for (let i = 0; i < 100; i++) await insertNotification(server.people.metadata, id)
  await vi.waitFor(
    async () => {
      expect(await told(client)).toMatchObject({ unread_count: 100 })
    },
    { timeout: maxWaitMs() },
  )
})

test('it needs the permission, and ends with it', async () => {
  const { groups, group } = await started([])
  const ann = await open('user-ann')
  const command = ['subscribe', 'notifications']
  ann.send(command)
  expect(await ann.next()).toEqual([
    'error',
    { code: 'permission_denied', detail: 'You do not have permission to perform this action.', command },
  ])
  await groups.update(group.id, { permissions: ['notifications'] })
  await vi.waitFor(
    async () => {
      ann.send(command)
      expect(await ann.next()).toEqual(confirmed({ notifications: true }))
    },
    { timeout: maxWaitMs() },
  )
  await told(ann)
  await groups.update(group.id, { permissions: ['notifications'], hosts: ['*'] })
  await groups.update(group.id, { permissions: [] })
  // Changed rights send the same counts again; without rights the subscription ends.
  await eventually(async () => await ann.next()).toEqual(confirmed())
})

test('an event without host is counted for its owner, not for other readers of some hosts', async () => {
  const { trigger } = await started(['notifications', 'manage_triggers'])
  const { metadata } = server.people
  const own = (
    await metadata.triggers.create({ userId: annId, managesTriggers: false }, { name: 'Own', filter: [] })
  ).id
  const client = await open('user-ann')
  client.send(['subscribe', 'notifications'])
  await client.next()
  await told(client)
  await insertNotification(metadata, await trigger('Absent'), {
    event: null,
    host: '',
    key: 'hidden',
    count: 4,
  })
  await insertNotification(metadata, own, { event: null, host: '', count: 3 })
  await insertNotification(metadata, await trigger('Often'), { host: 'fw-1', count: 5, isOfHost: false })
  await eventually(async () => await told(client)).toMatchObject({ unread_count: 4, group_count: 2 })
})
