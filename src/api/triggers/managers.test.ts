import { expect, test } from 'vitest'
import { triggerServer } from './testing/trigger-server.ts'

/** ann may manage triggers and sees hosts fw-*. */
const { server, get, post, put, patch, remove, create } = triggerServer(['triggers', 'manage_triggers'])
const snmp = { host: 'nms.example', version: 'v2c' }
const secrets = {
  snmp: { ...snmp, community: 'hidden-1' },
  send_webhook_headers: { Authorization: 'hidden-2' },
}

/** The stored trigger, as actions get it. */
async function stored(id: number) {
  const [trigger] = await server().people.metadata.triggers.forActions([id])
  return trigger?.content
}

/** From now on ann may see these hosts. */
async function seesHosts(...hosts: string[]): Promise<void> {
  const { db, groups } = server().people.metadata
  const group = db.selectFrom('groups').select('id').where('name', '=', 'trigger people')
  const { id } = await group.executeTakeFirstOrThrow()
  await groups.update(id, { hosts })
}

test('a user with manage_triggers who sees some hosts switches triggers of others, and sends none of their events anywhere', async () => {
  const id = await create({ name: 'All hosts', ...secrets })
  const { body: shown } = await get(`/api/triggers/${id}`, 'user-ann')
  expect(shown).toMatchObject({ read_only: true, send_webhook_headers: { Authorization: '' } })
  const before = await stored(id)
  for (const change of [
    { send_webhook: true, send_webhook_url: 'https://elsewhere.example/' },
    { filter: [{ field: 'host', value: 'db-1' }] },
    { snmp_trap: true, snmp: { host: 'elsewhere.example', version: 'v2c' } },
    { is_active: false, send_email_to: [2] },
    { name: 'Mine' },
  ]) {
    const { status, body } = await patch(`/api/triggers/${id}`, change, 'user-ann')
    expect([change, status]).toEqual([change, 403])
    expect(body.detail).toContain('who sees some hosts only')
  }
  expect((await put(`/api/triggers/${id}`, { name: 'All hosts', filter: [] }, 'user-ann')).status).toBe(403)
  expect(await stored(id)).toEqual(before)

  expect((await patch(`/api/triggers/${id}`, { is_active: false }, 'user-ann')).body.is_active).toBe(false)
  expect(await stored(id)).toEqual({ ...before, is_active: false })
  const { body: copy } = await post(`/api/triggers/${id}/clone`, {}, 'user-ann')
  expect(copy).toMatchObject({ owner: { username: 'ann' }, has_snmp_secrets: false })
  expect(JSON.stringify(await stored(copy.id))).not.toMatch(/hidden/)
  expect((await remove(`/api/triggers/${id}`, 'user-ann')).status).toBe(204)
})

test('a user with manage_triggers who sees all hosts changes triggers of others; secrets of SNMP do not go to another target', async () => {
  const id = await create({ name: 'All hosts', ...secrets })
  await seesHosts('*')
  expect((await patch(`/api/triggers/${id}`, { snmp }, 'user-ann')).status).toBe(200)
  expect(await stored(id)).toMatchObject(secrets)
  const { body: copy } = await post(`/api/triggers/${id}/clone`, {}, 'user-ann')
  expect(copy).toMatchObject({ has_snmp_secrets: false, send_webhook_headers: secrets.send_webhook_headers })
  const moved = { snmp: { ...snmp, host: 'elsewhere.example' } }
  expect((await patch(`/api/triggers/${id}`, moved, 'user-ann')).body.has_snmp_secrets).toBe(false)
  expect((await stored(id))?.snmp).toEqual(moved.snmp)
})
