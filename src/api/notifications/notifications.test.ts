import { expect, test } from 'vitest'
import { insertNotification } from '../../metadata/triggers/testing/insert-notification.ts'
import { annId } from '../testing/people.ts'
import { triggerServer } from '../triggers/testing/trigger-server.ts'

// ann sees hosts fw-*, admin sees all.
const { server, get, post, patch, remove, create } = triggerServer(['triggers', 'notifications'])

const metadata = () => server().people.metadata
const notify = (trigger: number, more = {}) => insertNotification(metadata(), trigger, more)
const names = async (query: string, as: 'user-admin' | 'user-ann' = 'user-admin') =>
  (await get(`/api/notifications?${query}`, as)).body.objects.map(({ name }: { name: string }) => name)

test('a group shows its counts, its trigger and its newest entries', async () => {
  const trigger = await create({ name: 'Links', filter: [{ field: 'host', value: 'fw-1' }] })
  const id = await notify(trigger, { count: 3, firedAt: 1_780_000_000_500_000 })
  await notify(trigger, {
    host: 'fw-2',
    key: 'fw-2',
    firedAt: 1_780_000_060_000_000,
    event: { id: 7, tags: { Site: 'north' }, mnemonic: 'LINK-3-UPDOWN' },
  })
  const { body } = await get(`/api/notifications/${id}`)
  const group = {
    id,
    name: 'Links',
    trigger_id: trigger,
    is_private: false,
    read_flag: false,
    read_only: false,
    all_count: 4,
    unread_count: 4,
    hits_count: 0,
    unread_since: 1_780_000_000.5,
    read_at: null,
    escalated_at: null,
    last_issued: 1_780_000_060,
    updated_at: 1_780_000_060,
    created_at: 1_780_000_000.5,
    owner: { id: 1, username: 'admin', fullname: 'admin' },
    trigger: (await get(`/api/triggers/${trigger}`)).body,
  }
  expect(body).toEqual(group)
  expect(body.trigger).toMatchObject({ unread_count: 4, notifications_count: 4, last_issued: 1_780_000_060 })
  const newest = {
    id: expect.any(Number),
    event_id: '7',
    key: 'fw-2',
    count: 1,
    fired_at: 1_780_000_060,
    is_read: false,
    host: 'fw-2',
    program: 'sshd',
    severity: 3,
    facility: 4,
    cisco_mnemonic: 'LINK-3-UPDOWN',
    message: 'Failed password for root',
    user_tags: { Site: 'north' },
  }
  const withEvents = (await get(`/api/notifications?trigger=${trigger}&with_events=1`)).body.objects
  expect(withEvents).toEqual([
    { ...group, events: [newest, expect.objectContaining({ host: 'fw-1', count: 3, key: '' })] },
  ])
  const events = (await get(`/api/notifications/${id}/events?key=fw-2&unread=1`)).body
  expect(events).toMatchObject({ objects: [newest], item_count: 1, page_number: 1 })
  expect((await get(`/api/notifications/${id}/events?page=2`)).status).toBe(404)
})

test('an entry that no event set off has no event', async () => {
  const trigger = await create({ name: 'Silent' })
  const id = await notify(trigger, { event: null, host: 'fw-9', key: 'fw-9' })
  const { objects } = (await get(`/api/notifications/${id}/events`)).body
  expect(objects).toMatchObject([
    { event_id: null, host: 'fw-9', severity: null, facility: null, message: '' },
  ])
})

test('groups are read, unread again, and read all together', async () => {
  const [first, second] = [await create({ name: 'One' }), await create({ name: 'Two' })]
  const one = await notify(first, { count: 2, firedAt: 1_780_000_000_000_000 })
  await notify(first, { count: 5, firedAt: 1_780_000_009_000_000 })
  const two = await notify(second)
  const read = await patch(`/api/notifications/${one}`, { read_flag: true })
  expect(read.body).toMatchObject({
    read_flag: true,
    unread_count: 0,
    all_count: 7,
    unread_since: null,
    read_at: expect.any(Number),
  })
  expect((await get(`/api/notifications/${one}/events?unread=false`)).body.item_count).toBe(2)
  const again = await patch(`/api/notifications/${one}`, { read_flag: false })
  expect(again.body).toMatchObject({ read_flag: false, unread_count: 5, unread_since: 1_780_000_009 })
  const before = (await get('/api/notifications-counts')).body
  const chosen = await post('/api/notifications/read', { ids: [one, 999_999] })
  expect(chosen.body).toMatchObject({
    unread_count: before.unread_count - 5,
    unread_groups: before.unread_groups - 1,
    group_count: before.group_count,
  })
  expect((await get(`/api/notifications/${two}`)).body.read_flag).toBe(false)
  expect((await post('/api/notifications/read', {})).body).toMatchObject({
    unread_count: 0,
    unread_groups: 0,
  })
  expect((await get('/api/notifications?unread=true')).body.item_count).toBe(0)
})

test('the list is filtered and ordered', async () => {
  const add = async (name: string, seconds: number, more: object = {}) =>
    notify(await create({ name, ...more }), {
      firedAt: (1_700_000_000 + seconds) * 1_000_000,
      count: 10 - seconds,
    })
  await add('Sort b', 1)
  await add('Sort a', 2, { is_private: true })
  const read = await add('Sort c', 3, { filter: [{ field: 'host', value: 'edge-7' }] })
  expect(await names('text=sort')).toEqual(['Sort c', 'Sort a', 'Sort b'])
  expect(await names('text=sort&ordering=name')).toEqual(['Sort a', 'Sort b', 'Sort c'])
  expect(await names('text=sort&ordering=unread_count&page_size=2')).toEqual(['Sort c', 'Sort a'])
  expect(await names('text=sort&page=2&page_size=2')).toEqual(['Sort b'])
  expect(await names('text=sort&is_private=1')).toEqual(['Sort a'])
  expect(await names('text=EDGE-7')).toEqual(['Sort c'])
  await patch(`/api/notifications/${read}`, { read_flag: true })
  expect(await names('text=sort&unread=0')).toEqual(['Sort c'])
  expect(await names('text=sort&unread=1&ordering=-unread_since')).toEqual(['Sort a', 'Sort b'])
})

test('deleting takes a group or an entry; the counts follow, and the last entry takes its group with it', async () => {
  const trigger = await create({ name: 'Delete' })
  const id = await notify(trigger, { count: 2 })
  await notify(trigger, { count: 3 })
  const [newest, older] = (await get(`/api/notifications/${id}/events`)).body.objects
  expect((await remove(`/api/notifications/${id}/events/${newest.id}`)).status).toBe(204)
  expect((await get(`/api/notifications/${id}`)).body).toMatchObject({ all_count: 2, unread_count: 2 })
  expect((await remove(`/api/notifications/${id}/events/${newest.id}`)).status).toBe(404)
  expect((await remove(`/api/notifications/${id}/events/${older.id}`)).status).toBe(204)
  expect((await get(`/api/notifications/${id}`)).status).toBe(404)
  const next = await notify(trigger)
  expect((await remove(`/api/notifications/${next}`)).status).toBe(204)
  expect((await get(`/api/triggers/${trigger}`)).body).toMatchObject({
    notifications_count: 0,
    last_issued: null,
  })
})

test('entries that newer ones displaced are read with the rest', async () => {
  const trigger = await create({ name: 'Trimmed' })
  const id = await notify(trigger)
  // 1,000 newer entries have displaced 40 older ones, which are still counted.
  await metadata()
    .db.updateTable('notification_groups')
    .set({ all_count: 41, unread_count: 41 })
    .where('id', '=', id)
    .execute()
  expect((await patch(`/api/notifications/${id}`, { read_flag: true })).body).toMatchObject({
    all_count: 41,
    unread_count: 0,
  })
})

test('a reader of some hosts sees, counts, reads and deletes what is of these', async () => {
  const trigger = await create({ name: 'Of ann' }, 'user-ann')
  const id = await notify(trigger, { host: 'FW-1', count: 2, firedAt: 1_780_000_000_000_000 })
  await notify(trigger, { host: 'db-1', count: 5, firedAt: 1_780_000_005_000_000 })
  const seen = { all_count: 2, unread_count: 2, last_issued: 1_780_000_000, updated_at: 1_780_000_000 }
  const { body } = await get(`/api/notifications/${id}?with_events=1`, 'user-ann')
  expect(body).toMatchObject({ ...seen, events: [{ host: 'FW-1' }] })
  expect(body.trigger).toMatchObject({ notifications_count: 2, unread_count: 2, last_issued: 1_780_000_000 })
  expect((await get(`/api/notifications/${id}`)).body).toMatchObject({ all_count: 7, unread_count: 7 })
  const events = (await get(`/api/notifications/${id}/events`)).body.objects
  expect((await remove(`/api/notifications/${id}/events/${events[0].id}`, 'user-ann')).status).toBe(404)
  const read = await patch(`/api/notifications/${id}`, { read_flag: true }, 'user-ann')
  expect(read.body).toMatchObject({ unread_count: 0, read_flag: true })
  expect((await get(`/api/notifications/${id}`)).body).toMatchObject({
    unread_count: 5,
    unread_since: 1_780_000_005,
  })
  expect((await remove(`/api/notifications/${id}`, 'user-ann')).status).toBe(204)
  expect((await get(`/api/notifications/${id}`, 'user-ann')).status).toBe(404)
  expect((await get(`/api/notifications/${id}`)).body).toMatchObject({ all_count: 5, unread_count: 5 })
})

test('private triggers notify their owner and managers of triggers; a user who sees no host of a group has none', async () => {
  const hidden = await notify(await create({ name: 'Hidden', is_private: true }))
  expect((await get(`/api/notifications/${hidden}`, 'user-ann')).status).toBe(404)
  const own = await notify(await create({ name: 'Own', is_private: true }, 'user-ann'))
  expect((await get(`/api/notifications/${own}`)).body).toMatchObject({ read_only: false })
  const foreign = await notify(await create({ name: 'Public' }))
  expect((await get(`/api/notifications/${foreign}`, 'user-ann')).body).toMatchObject({ read_only: true })
  expect((await patch(`/api/notifications/${foreign}`, { read_flag: true }, 'user-ann')).status).toBe(200)
  expect((await remove(`/api/notifications/${foreign}`, 'user-ann')).status).toBe(403)
  const elsewhere = await notify(await create({ name: 'Databases' }), { host: 'db-1' })
  expect((await get(`/api/notifications/${elsewhere}`, 'user-ann')).status).toBe(404)
  expect(await names('text=Databases', 'user-ann')).toEqual([])
})

test('targets of actions are shown to users with the permission triggers', async () => {
  const targets = { send_webhook_url: 'https://hooks.example/secret', send_email_to: ['a@example.com'] }
  // Only the webhook's host: the rest is for users who may change the trigger.
  const shown = { ...targets, send_webhook_url: 'https://hooks.example' }
  const trigger = await create({ name: 'Hook', ...targets })
  const id = await notify(trigger)
  expect((await get(`/api/notifications/${id}`, 'user-ann')).body.trigger).toMatchObject(shown)
  const viewer = { userId: annId, managesTriggers: false, usesTriggers: false, seesHost: undefined }
  expect((await metadata().notifications.get(viewer, id)).trigger).toMatchObject({
    name: 'Hook',
    send_webhook_url: '',
    send_email_to: [],
  })
  // Nor through the search text.
  const found = async (usesTriggers: boolean, text: string) =>
    (await metadata().notifications.readGroups({ ...viewer, usesTriggers }, { text })).map(group => group.id)
  expect(await found(true, 'hooks.example')).toEqual([id])
  expect(await found(true, 'hooks.example/secret')).toEqual([])
  for (const text of ['hooks.example', 'a@example.com']) expect(await found(false, text)).toEqual([])
  expect(await found(false, 'HOOK')).toEqual([id])
})

test('notifications go with their trigger and with its owner, and after 90 days', async () => {
  const groups = async () => (await metadata().notifications.readGroups(all, {})).map(({ id }) => id)
  const all = { userId: 1, managesTriggers: true, usesTriggers: true, seesHost: undefined }
  const kept = await notify(await create({ name: 'Kept' }))
  const deleted = await create({ name: 'Deleted' })
  const gone = await notify(deleted)
  await remove(`/api/triggers/${deleted}`)
  const { id: userId } = await metadata().users.create({ username: 'eve' })
  const ofEve = await metadata().triggers.create(
    { userId, managesTriggers: false },
    { name: 'Eve', filter: [] },
  )
  const alsoGone = await notify(ofEve.id)
  await metadata().users.remove(userId)
  expect(await groups()).toContain(kept)
  expect(await groups()).not.toContain(gone)
  expect(await groups()).not.toContain(alsoGone)
  const old = await create({ name: 'Old' })
  const partly = await notify(old, { count: 4, firedAt: metadata().clock() - 91 * 86_400_000_000 })
  await notify(old, { count: 2 })
  const wholly = await notify(await create({ name: 'Older' }), { firedAt: 1 })
  await metadata().notifications.removeOld()
  expect((await get(`/api/notifications/${partly}`)).body).toMatchObject({ all_count: 2, unread_count: 2 })
  expect(await groups()).not.toContain(wholly)
})
