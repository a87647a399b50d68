import { expect, test } from 'vitest'
import { insertAction } from '../../metadata/testing/insert-action.ts'
import { hostListId } from '../../metadata/triggers/host-lists.ts'
import { triggerServer } from './testing/trigger-server.ts'

const { server, get, post, put, patch, create } = triggerServer(['triggers'])

const webhook = {
  send_webhook: true,
  send_webhook_method: 'POST',
  send_webhook_url: 'https://hooks.slack.example:8443/services/T0/hidden-path?key=hidden-1',
  send_webhook_query: 'token=hidden-2',
  send_webhook_template: '{"routing_key": "hidden-3"}',
}
const shown = { send_webhook_url: 'https://hooks.slack.example:8443', send_webhook_query: '' }

test('everything of a webhook but its host is sealed, and shown only to users who may change the trigger', async () => {
  const id = await create({ name: 'Hook', ...webhook })
  expect((await get(`/api/triggers/${id}`)).body).toMatchObject(webhook)
  expect((await get(`/api/triggers/${id}?export=true`)).body).toMatchObject(webhook)
  const { metadata } = server().people
  const rows = await metadata.db.selectFrom('triggers').selectAll().execute()
  expect(JSON.stringify(rows)).not.toMatch(/hidden/)
  expect((await metadata.triggers.forActions([id]))[0]?.content).toMatchObject(webhook)
})

test('another reader sees the host by every route, finds nothing by the rest and copies nothing of it', async () => {
  const id = await create({ name: 'Read hook', ...webhook })
  const one = await get(`/api/triggers/${id}`, 'user-ann')
  expect(one.body).toMatchObject({ ...shown, read_only: true, send_webhook_template: '' })
  const copy = await post(`/api/triggers/${id}/clone`, {}, 'user-ann')
  expect(copy.body).toMatchObject({ ...shown, owner: { username: 'ann' } })
  for (const url of ['/api/triggers', '/api/triggers?export=true', `/api/triggers/${id}?export=true`])
    expect(JSON.stringify((await get(url, 'user-ann')).body)).not.toMatch(/hidden/)
  for (const user of ['user-ann', 'user-admin'] as const) {
    expect((await get('/api/triggers?text=hidden', user)).body.item_count).toBe(0)
  }
  expect((await get('/api/triggers?text=hooks.slack.example', 'user-ann')).body.item_count).toBeGreaterThan(0)
})

test('a change keeps them, also one of something else; the audit log has no part of them', async () => {
  const id = await create({ name: 'Kept hook', ...webhook })
  await patch(`/api/triggers/${id}`, { name: 'Renamed hook' })
  expect((await get(`/api/triggers/${id}`)).body).toMatchObject(webhook)
  const own = await post(`/api/triggers/${id}/clone`, {})
  expect(own.body).toMatchObject(webhook)
  const file = (await get(`/api/triggers/${id}?export=true`)).body
  const again = await post('/api/triggers/import', { ...file, name: 'Imported hook' }, 'user-ann')
  expect((await get(`/api/triggers/${again.body[0].trigger_id}`, 'user-ann')).body).toMatchObject(webhook)
  expect((await put(`/api/triggers/${id}`, { name: 'Kept hook', filter: [] })).body).toMatchObject({
    send_webhook_url: '',
  })
  const entries = await server().people.metadata.db.selectFrom('audit_log').selectAll().execute()
  expect(JSON.stringify(entries)).not.toMatch(/hidden/)
})

const urls: [url: string, host: string][] = [
  ['https://hooks.example/', 'https://hooks.example'],
  ['HTTPS://hooks.example?key=hidden', 'HTTPS://hooks.example'],
  ['http://[2001:db8::1]:99/hidden', 'http://[2001:db8::1]:99'],
  ['http://hooks.example', 'http://hooks.example'],
  ['', ''],
]
test.each(urls)('of %s others see %s', async (send_webhook_url, host) => {
  const id = await create({ name: `Hook of ${send_webhook_url}`, send_webhook_url })
  expect((await get(`/api/triggers/${id}`, 'user-ann')).body.send_webhook_url).toBe(host)
  expect((await get(`/api/triggers/${id}`)).body.send_webhook_url).toBe(send_webhook_url)
})

test('the answer of a receiver, which may repeat them, is shown only to users who may change the trigger', async () => {
  const { metadata } = server().people
  const id = await create({ name: 'Echo', ...webhook })
  // ann may see all hosts that the owner could see, so that the output is not hidden because of its match
  // count.
  const owner_hosts_id = await hostListId(metadata.db, ['fw-*'])
  const ended = { status: 'failed', due_at: null, finished_at: 1, event_id: null, host: '', event: 'null' }
  const of = { trigger_id: id, owner_id: 1, owner_hosts_id, ...ended, output: 'you sent hidden-3' }
  const hook = await insertAction(metadata, { ...of, kind: 'webhook' })
  const script = await insertAction(metadata, { ...of, kind: 'script', output: 'ok' })
  const output = async (action: number, user: 'user-admin' | 'user-ann') =>
    (await get(`/api/actions/${action}`, user)).body.output
  expect(await output(hook, 'user-admin')).toBe('you sent hidden-3')
  expect(await output(hook, 'user-ann')).toBeNull()
  expect(await output(script, 'user-ann')).toBe('ok')
})
