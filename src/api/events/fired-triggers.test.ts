import { expect, onTestFinished, test } from 'vitest'
import type { Metadata } from '../../metadata/open.ts'
import { insertNotification } from '../../metadata/triggers/testing/insert-notification.ts'
import type { StoredEvent } from '../../schema/event/event.ts'
import type { TriggerDraft } from '../../schema/triggers/trigger.ts'
import { proves } from '../testing/conformance/proves.ts'
import { adminId, annId, type TokenName, tokenHeaders } from '../testing/people.ts'
import { FixedEvents } from '../testing/stub-sources.ts'
import { testServer } from '../testing/test-server.ts'

const at = 1_780_000_000

/** A server with one event, 42, and what it set off. ann may search and see its host. */
async function opened(event: Partial<StoredEvent> = {}) {
  const store = new FixedEvents()
  const plain = await store.event(42, { kind: 'const', value: true })
  if (plain === null) throw new Error('the store has event 42')
  const stored = { ...plain, ts: at * 1_000_000, ...event }
  const server = await testServer({ store: Object.assign(store, { event: async () => stored }) })
  onTestFinished(() => server.app.close())
  const { metadata } = server.people
  const create = async (ownerId: number, draft: Partial<TriggerDraft>) => {
    const owner = { userId: ownerId, managesTriggers: false }
    return (await metadata.triggers.create(owner, { name: 'Links', filter: [], ...draft })).id
  }
  const get = async (path: string, token: TokenName = 'user-admin') =>
    (await server.app.inject({ url: `/api/events/42${path}`, headers: tokenHeaders(token) })).json()
  return { server, metadata, stored, create, get }
}

async function insertRun(
  { db }: Metadata,
  trigger: number,
  kind: string,
  more: { status?: string; event_id?: number; matches?: number; result?: string; error_detail?: string } = {},
): Promise<void> {
  const { status = 'done', event_id = 42, matches = 1, result = null, error_detail = null } = more
  await db
    .insertInto('action_runs')
    .values({
      trigger_id: trigger,
      trigger_name: 'Links',
      owner_id: adminId,
      is_private: 0,
      kind,
      status,
      key: '',
      idempotency_key: `${trigger} ${kind} ${event_id}`,
      event_id,
      host: 'fw-1',
      event: 'null',
      matches,
      tries: 1,
      created_at: (at + 5) * 1_000_000,
      due_at: null,
      runner: null,
      lease_until: null,
      finished_at: (at + 6) * 1_000_000,
      result,
      silence_id: null,
      error_code: error_detail === null ? null : 'action_failed',
      error_detail,
    })
    .execute()
}

async function fire({ db }: Metadata, trigger: number, seconds: number): Promise<void> {
  const row = { trigger_id: trigger, event_id: 42, event_at: at * 1_000_000 }
  await db
    .insertInto('trigger_fires')
    .values({ ...row, fired_at: seconds * 1_000_000 })
    .execute()
}

test('an event lists the triggers that it set off, with what they did', async () => {
  proves('GET /api/events/{ev_id}/triggers 200')
  const ids: number[] = []
  const { metadata, create, get } = await opened({ triggers: ids, status: 1 })
  const first = await create(annId, { mark_known: true, send_email: true, send_webhook: true })
  const second = await create(adminId, { name: 'Quiet' })
  ids.push(second, first)
  await insertNotification(metadata, first, { event: { id: 42 } })
  await insertRun(metadata, first, 'email', { result: 'Sent to ann@example.com' })
  await insertRun(metadata, first, 'webhook', { status: 'dead', error_detail: 'HTTP 500' })
  await insertRun(metadata, second, 'email', { status: 'suppressed' })
  const told = [
    {
      trigger: { id: second, name: 'Quiet' },
      fired_at: at,
      actions: [{ kind: 'email', status: 'suppressed', detail: 'Held back by a silence' }],
    },
    {
      trigger: { id: first, name: 'Links' },
      fired_at: at,
      actions: [
        { kind: 'status', status: 'done', detail: 'ACTIONABLE' },
        { kind: 'notification', status: 'done', detail: 'Not read yet' },
        { kind: 'email', status: 'done', detail: 'Sent to ann@example.com' },
        { kind: 'webhook', status: 'dead', detail: 'HTTP 500' },
      ],
    },
  ]
  expect(await get('/triggers')).toMatchObject({ objects: told, item_count: 2 })
  expect((await get('/triggers?page=2&page_size=1')).objects).toEqual([told[1]])
  const shown = { trigger_ids: ids, triggers_fired_count: 2 }
  expect(await get('')).toMatchObject({ ...shown, triggers_fired_data: [] })
  expect(await get('?add_trigger_data=1')).toMatchObject({ ...shown, triggers_fired_data: told })
})

test('a trigger with a condition is listed once it has fired', async () => {
  const { metadata, create, get } = await opened()
  const counting = await create(adminId, { condition: { kind: 'count', count: 3, seconds: 60 } })
  expect(await get('')).toMatchObject({ trigger_ids: [], triggers_fired_count: 0 })
  await fire(metadata, counting, at + 3)
  await fire(metadata, counting, at + 9)
  expect(await get('')).toMatchObject({ trigger_ids: [counting], triggers_fired_count: 1 })
  const trigger = { id: counting, name: 'Links' }
  expect((await get('/triggers')).objects).toEqual([{ trigger, fired_at: at + 3, actions: [] }])
})

test('a notification of it together with later events of its host is listed', async () => {
  const ids: number[] = []
  const { metadata, stored, create, get } = await opened({ triggers: ids })
  ids.push(await create(adminId, {}))
  const [id = 0] = ids
  await insertNotification(metadata, id, { host: 'elsewhere', count: 4, event: { id: 50 } })
  expect((await get('/triggers')).objects[0].actions).toEqual([])
  await insertNotification(metadata, id, { host: stored.host, count: 4, event: { id: 51 } })
  const { actions } = (await get('/triggers')).objects[0]
  const detail = 'Together with other events. Not read yet'
  expect(actions).toEqual([{ kind: 'notification', status: 'done', detail }])
})

test('an action for it together with later events is listed', async () => {
  const ids: number[] = []
  const { metadata, create, get } = await opened({ triggers: ids })
  ids.push(await create(adminId, { send_email: true, issue_notification: false }))
  const [id = 0] = ids
  await insertRun(metadata, id, 'email', { event_id: 41, matches: 2, result: 'before it' })
  await insertRun(metadata, id, 'email', { event_id: 50, matches: 9, result: 'Sent' })
  await insertRun(metadata, id, 'email', { event_id: 60, matches: 2, result: 'after that' })
  expect((await get('/triggers')).objects[0].actions).toEqual([
    { kind: 'email', status: 'done', detail: 'Together with other events. Sent' },
  ])
})

test('private triggers of others are not listed, nor what came of actions to users without the permission triggers', async () => {
  const ids: number[] = []
  const { metadata, create, get } = await opened({ triggers: ids })
  const secret = await create(adminId, { name: 'Secret', is_private: true })
  const open = await create(adminId, { name: 'Open' })
  const own = await create(annId, { name: 'Own', is_private: true })
  ids.push(secret, open, own)
  await insertRun(metadata, open, 'webhook', { result: 'https://hooks.example/secret answered 200' })
  const { objects } = await get('/triggers', 'user-ann')
  expect(objects).toEqual([
    {
      trigger: { id: open, name: 'Open' },
      fired_at: at,
      actions: [{ kind: 'webhook', status: 'done', detail: '' }],
    },
    { trigger: { id: own, name: 'Own' }, fired_at: at, actions: [] },
  ])
  expect((await get('?add_trigger_data=1', 'user-ann')).triggers_fired_data).toEqual(objects)
  expect((await get('/triggers')).objects).toHaveLength(3)
})

test('deleted triggers are not listed', async () => {
  const ids: number[] = []
  const { metadata, create, get } = await opened({ triggers: ids })
  ids.push(await create(adminId, {}))
  await metadata.triggers.remove({ userId: adminId, managesTriggers: true }, ids[0] ?? 0)
  expect(await get('/triggers')).toMatchObject({ objects: [], item_count: 0 })
})

test('the result of an action for an event of a hidden host, too, is not listed', async () => {
  const ids: number[] = []
  const { server, metadata, create, get } = await opened({ triggers: ids })
  const { id: group } = await metadata.groups.create({
    name: 'on call',
    permissions: ['search', 'triggers'],
    hosts: ['fw-*'],
  })
  await metadata.groups.update(group, { members: [annId] })
  ids.push(await create(adminId, { send_email: true, issue_notification: false }))
  const [id = 0] = ids
  await insertRun(metadata, id, 'email', { event_id: 50, matches: 9, result: 'Sent about db-9' })
  await metadata.db.updateTable('action_runs').set({ host: 'db-9' }).execute()
  const detailFor = async (token: TokenName) => (await get('/triggers', token)).objects[0].actions[0].detail
  expect(await detailFor('user-admin')).toBe('Together with other events. Sent about db-9')
  expect(await detailFor('user-ann')).toBe('Together with other events.')
  expect(server.logLines).toEqual([])
})
