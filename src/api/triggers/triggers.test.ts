import { expect, test } from 'vitest'
import { insertNotification } from '../../metadata/triggers/testing/insert-notification.ts'
import { type Trigger, triggerDefaults } from '../../schema/triggers/trigger.ts'
import type { TokenName } from '../testing/people.ts'
import { triggerServer } from './testing/trigger-server.ts'

const { server, get, post, put, patch, remove, create, addScript } = triggerServer()

const filter = [{ field: 'host', value: 'fw-1' }]

test('a trigger has the defaults of its absent members, and is the first in the order', async () => {
  await create({ name: 'Older' })
  const { status, body } = await post('/api/triggers', { name: 'Links', filter })
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.any(Number),
    snapshot_id: 1,
    owner: { id: 1, username: 'admin', fullname: 'admin' },
    order: 1,
    name: 'Links',
    filter,
    ...triggerDefaults,
    read_only: false,
    has_snmp_secrets: false,
    hits_count: 0,
    fires_count: 0,
    last_matched: null,
    last_issued: null,
    notifications_count: 0,
    unread_count: 0,
    created_at: expect.any(Number),
    updated_at: expect.any(Number),
  })
  expect((await get(`/api/triggers/${body.id}`)).body).toEqual(body)
})

test('a change keeps absent members, a replacement does not; both raise snapshot_id', async () => {
  const id = await create({ name: 'Links', filter, add_note: true, note_text: 'Look' })
  const changed = await patch(`/api/triggers/${id}`, { issue_notification: false })
  expect(changed.body).toMatchObject({ add_note: true, issue_notification: false, filter, snapshot_id: 2 })
  const replaced = await put(`/api/triggers/${id}`, { name: 'Doors', filter: [] })
  expect(replaced.body).toMatchObject({
    name: 'Doors',
    add_note: false,
    issue_notification: true,
    snapshot_id: 3,
  })
})

test('a trigger that was read can be put, without its read-only members', async () => {
  const draft = {
    name: 'All',
    filter: [{ field: 'message', op: 'qp', value: 'error' }],
    condition: { kind: 'count', count: 5, seconds: 60, by: 'host' },
    active_hours: { timezone: 'Europe/Berlin', days: [1, 2], from: '08:00', to: '18:00' },
    send_webhook_headers: { 'X-Key': 'secret' },
    task_template: { title: 'Look' },
  }
  const id = await create(draft)
  const { body: before } = await get(`/api/triggers/${id}`)
  expect(before).toMatchObject(draft)
  const { body: refused } = await put(`/api/triggers/${id}`, before)
  const shown = Object.keys(refused).filter(name => name !== 'code')
  expect(refused[shown[0] ?? '']).toEqual(['There is no such field.'])
  const settable = Object.fromEntries(Object.entries(before).filter(([name]) => !shown.includes(name)))
  const { status, body: after } = await put(`/api/triggers/${id}`, settable)
  expect(status).toBe(200)
  expect({ ...after, snapshot_id: 1, updated_at: before.updated_at }).toEqual(before)
})

test('secrets of SNMP are never shown and stay until they are entered again; headers are shown to users who may change them', async () => {
  const snmp = { host: 'nms.example', version: 'v2c' }
  const id = await create({
    name: 'Traps',
    snmp: { ...snmp, community: 'hidden-1' },
    send_webhook_headers: { Authorization: 'hidden-2' },
  })
  const { body } = await get(`/api/triggers/${id}`)
  expect(body).toMatchObject({
    snmp,
    has_snmp_secrets: true,
    send_webhook_headers: { Authorization: 'hidden-2' },
  })
  expect(body.snmp).toEqual(snmp)
  await patch(`/api/triggers/${id}`, { snmp: { ...snmp, port: 1162 } })
  const { metadata } = server().people
  expect((await metadata.triggers.forActions([id]))[0]?.content).toMatchObject({
    snmp: { ...snmp, port: 1162, community: 'hidden-1' },
    send_webhook_headers: { Authorization: 'hidden-2' },
  })
  const row = await metadata.db
    .selectFrom('triggers')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toMatch(/hidden/)
  expect((await get(`/api/triggers/${id}`, 'user-ann')).body).toMatchObject({
    read_only: true,
    send_webhook_headers: { Authorization: '' },
  })
  expect((await get(`/api/triggers/${id}?export=true`, 'user-ann')).body.send_webhook_headers).toBe(undefined)
  const moved = { ...snmp, host: 'elsewhere.example' }
  expect((await patch(`/api/triggers/${id}`, { snmp: moved })).body.has_snmp_secrets).toBe(false)
  await patch(`/api/triggers/${id}`, { snmp: { ...snmp, community: 'hidden-1' } })
  expect((await patch(`/api/triggers/${id}`, { snmp: null })).body.has_snmp_secrets).toBe(false)
})

test('others see public ones and change none; private ones are not found', async () => {
  const open = await create({ name: 'Open' })
  const hidden = await create({ name: 'Hidden', is_private: true })
  expect((await get(`/api/triggers/${open}`, 'user-ann')).body).toMatchObject({ read_only: true })
  expect((await patch(`/api/triggers/${open}`, { name: 'x' }, 'user-ann')).status).toBe(403)
  expect((await post(`/api/triggers/${open}/move`, { position: 1 }, 'user-ann')).status).toBe(403)
  for (const url of [`/api/triggers/${hidden}`, `/api/triggers/${hidden}?export=true`])
    expect((await get(url, 'user-ann')).status).toBe(404)
  expect((await post(`/api/triggers/${hidden}/clone`, {}, 'user-ann')).status).toBe(404)
  const { body } = await get('/api/triggers', 'user-ann')
  const ids = body.objects.map(({ id }: { id: number }) => id)
  expect([ids.includes(open), ids.includes(hidden)]).toEqual([true, false])
})

test('lists are filtered by text, name, action, owner, activity', async () => {
  const mine = await create({ name: 'Quartz mail', send_email: true, issue_notification: false }, 'user-ann')
  const off = await create({ name: 'quartz off', is_active: false, is_private: true })
  const note = await create({
    name: 'Other',
    filter: [{ field: 'ut_stone', value: ['QUARTZ', 'x_y%'] }],
    add_note: true,
  })
  const found = async (query: string) =>
    (await get(`/api/triggers?${query}`)).body.objects.map(({ id }: { id: number }) => id)
  expect(await found('text=quartz')).toEqual([note, off, mine])
  expect(await found('text=x_y%25')).toEqual([note])
  expect(await found('text=quartz&ordering=id')).toEqual([mine, off, note])
  expect(await found('text=quartz&action=email,note')).toEqual([note, mine])
  expect(await found('text=quartz&action=webhook')).toEqual([])
  expect(await found('text=quartz&owner=2')).toEqual([mine])
  expect(await found('text=quartz&is_active=false')).toEqual([off])
  expect(await found('text=quartz&is_private=true')).toEqual([off])
  expect(await found('name=QUARTZ*')).toEqual([off, mine])
  expect(await found('name=quartz')).toEqual([])
  expect(await found('name=quartz%20o?f,other')).toEqual([note, off])
  expect(await found('name=quartz_off,quartz%25')).toEqual([])
  const names = Array.from({ length: 999 }, (_, i) => `n${i}`)
  expect(await found(`text=quartz&owner=1,2&is_active=true&name=${names.join()},quartz*`)).toEqual([mine])
  expect(await get(`/api/triggers?name=${names.join()},a,quartz*`)).toMatchObject({
    status: 400,
    body: { name: 'Ensure this field has no more than 1000 elements.' },
  })
  const { body } = await get('/api/triggers?text=quartz&page_size=2&page=2')
  expect(body).toMatchObject({ item_count: 3, page_count: 2, page_number: 2 })
  expect(body.objects).toHaveLength(1)
})

test('a copy belongs to the user who makes it and is off; secrets of others are not copied', async () => {
  const id = await create({
    name: 'Source',
    filter,
    send_webhook_headers: { 'X-Key': 'hidden' },
    snmp: { host: 'nms', version: 'v2c', community: 'hidden' },
  })
  const own = await post(`/api/triggers/${id}/clone`, {})
  expect(own).toMatchObject({
    status: 201,
    body: { name: 'Source (copy)', is_active: false, order: 1, has_snmp_secrets: true, filter },
  })
  expect(own.body.send_webhook_headers).toEqual({ 'X-Key': 'hidden' })
  const { body } = await post(`/api/triggers/${id}/clone`, { name: 'Mine' }, 'user-ann')
  expect(body).toMatchObject({
    name: 'Mine',
    owner: { id: 2 },
    has_snmp_secrets: false,
    send_webhook_headers: {},
    filter,
  })
})

test('a trigger that could not work is refused, with the place', async () => {
  const faults = async (members: object) =>
    (await post('/api/triggers', { name: 'x', filter, ...members })).body
  const code = 'validation'
  expect(
    await faults({
      filter: [
        { field: 'host', value: 'a' },
        { field: 'counter', op: 'gt', value: 3 },
      ],
    }),
  ).toEqual({
    'filter[1].field': [
      'The field counter changes after the event has arrived, when triggers see it. A condition counts events.',
    ],
    code,
  })
  expect(await faults({ filter: [{ any: [{ field: 'host', value: 'a' }, { field: 'host' }] }] })).toEqual({
    'filter[0].any[1].value': ['This field is required.'],
    code,
  })
  expect(
    await faults({ filter: [{ not: { any: [{ field: 'counter', op: 'gt', value: 3 }] } }] }),
  ).toMatchObject({ 'filter[0].not.any[0].field': [expect.stringContaining('counter changes')], code })
  expect(await faults({ filter: [{ all: [] }] })).toEqual({
    'filter[0].all': ['Ensure this field has at least 1 elements.'],
    code,
  })
  expect(await faults({ filter: [{ field: 'severity', value: 'loud' }] })).toMatchObject({
    'filter[0].value': [expect.any(String)],
    code,
  })
  expect(await faults({ filter: [{ field: 'message', op: 'qp', value: '(' }] })).toMatchObject({
    'filter[0].value': [expect.stringMatching(/^expected/)],
    position: expect.any(Number),
    code: 'query_syntax',
  })
  expect(await faults({ condition: { kind: 'count', seconds: 5, factor: 2 } })).toEqual({
    'condition.count': ['A condition of the kind count needs this field.'],
    'condition.factor': ['A condition of the kind count has no such field.'],
    code,
  })
  expect(
    await faults({
      condition: {
        kind: 'pair',
        seconds: 5,
        expect: 'missing',
        followed_by: [{ field: 'last_occurrence', value: 1 }],
      },
    }),
  ).toHaveProperty(['condition.followed_by[0].field'])
  expect(await faults({ active_since: 20, active_until: 10 })).toEqual({
    active_until: ['Expected a time after active_since.'],
    code,
  })
  expect(
    await faults({ active_hours: { timezone: 'Mars/Base', days: [1], from: '24:00', to: '24:00' } }),
  ).toEqual({
    'active_hours.timezone': ['Expected an IANA time zone, as Europe/Berlin.'],
    'active_hours.from': ['Expected 00:00 to 23:59.'],
    code,
  })
  expect(await faults({ send_webhook: true })).toEqual({
    send_webhook_url: ['A webhook needs an address.'],
    code,
  })
  expect(await faults({ send_webhook_url: 'file:///etc/passwd' })).toEqual({
    send_webhook_url: ['Expected an address that begins with http:// or https://.'],
    code,
  })
  expect(await faults({ send_email: true, send_email_template: 'Bcc: eve@example.com\n\nx' })).toHaveProperty(
    ['send_email_template'],
  )
  const send_webhook = {
    send_webhook: true,
    send_webhook_method: 'POST',
    send_webhook_url: 'https://example.com/',
  }
  expect(await faults({ ...send_webhook, send_webhook_template: '{"a": {{event:hots}}}' })).toEqual({
    send_webhook_template: ['There is no variable {{event:hots}}. Did you mean {{event:host}}?'],
    code,
  })
  for (const send_webhook_format of ['slack', 'teams', 'pagerduty', 'generic'])
    expect(await faults({ ...send_webhook, send_webhook_method: 'GET', send_webhook_format })).toEqual({
      send_webhook_method: [
        `Expected POST: a GET has no body, and the form ${send_webhook_format} needs one.`,
      ],
      code,
    })
  expect(await faults({ snmp_trap: true })).toEqual({
    snmp: ['Traps need a target: here, or in MILLRACE_SNMP_TARGET for all triggers without one.'],
    code,
  })
  expect(await faults({ snmp_trap: true, snmp: { host: 'nms', version: 'v3' } })).toEqual({
    snmp: ['SNMP v3 needs a user.'],
    code,
  })
  expect(await faults({ send_email_to: ['ops@example.com', 'ops'], escalate_to: [99] })).toEqual({
    'send_email_to[1]': ['Expected an address or the id of a user.'],
    code,
  })
  // Mails refuse these addresses too.
  expect(await faults({ send_email_to: ['ops@[192.0.2.1]'], escalate_to: ['{ops}@example.com'] })).toEqual({
    'send_email_to[0]': ['Expected an address or the id of a user.'],
    'escalate_to[0]': ['Expected an address or the id of a user.'],
    code,
  })
  expect(await faults({ escalate_to: [1, 99] })).toEqual({
    escalate_to: ['Invalid pk "99" - object does not exist.'],
    code,
  })
  expect(await faults({ send_webhook_headers: { 'X-A': 'a\r\nX-B: b' } })).toHaveProperty([
    'send_webhook_headers.X-A',
  ])
})

test('a script is a file of the folder of scripts', async () => {
  const refused = await post('/api/triggers', {
    name: 'x',
    filter,
    exec_script: true,
    script_path: 'block.sh',
  })
  expect(refused.body).toMatchObject({
    script_path: ['There is no script block.sh in the folder of scripts, which is empty.'],
  })
  addScript('block.sh')
  for (const name of ['..', '../', '.hidden', '', 'other.sh']) {
    const answer = await post('/api/triggers', { name: 'x', filter, exec_script: true, script_path: name })
    expect([name, answer.status]).toEqual([name, 400])
  }
  for (const name of ['block.sh', '/var/lib/logs/scripts/block.sh']) {
    const answer = await post('/api/triggers', { name: 'x', filter, exec_script: true, script_path: name })
    expect([name, answer.status]).toEqual([name, 201])
  }
})

test('a fault that was there before does not refuse a change of something else', async () => {
  const [imported] = (
    await post('/api/triggers/import', {
      name: 'Old script',
      filter,
      exec_script: true,
      script_path: 'gone.sh',
    })
  ).body
  const url = `/api/triggers/${imported.trigger_id}`
  expect((await patch(url, { name: 'Old script 2' })).status).toBe(200)
  expect((await patch(url, { script_path: 'gone-too.sh' })).status).toBe(400)
})

test('readers of some hosts get the numbers of these, in the order of these numbers', async () => {
  const { metadata } = server().people
  const [public1, public2] = [await create({ name: 'Hosts 1' }), await create({ name: 'Hosts 2' })]
  const own = await create({ name: 'Hosts 3' }, 'user-ann')
  const at = 1_780_000_000
  for (const [trigger_id, hits_count] of [
    [public1, 9],
    [public2, 4],
    [own, 2],
  ] as const)
    await metadata.db
      .insertInto('trigger_counts')
      .values({ trigger_id, hits_count, fires_count: 1, last_matched: at * 1_000_000 })
      .execute()
  const notify = (id: number, host: string, count: number, firedAt: number) =>
    insertNotification(metadata, id, { host, count, firedAt: firedAt * 1_000_000, event: null })
  await notify(public1, 'db-1', 7, at + 9)
  await notify(public1, 'fw-1', 1, at)
  await notify(public2, 'FW-2', 3, at + 1)
  const counts = async (as: TokenName, ordering = 'id') => {
    const { body } = await get(`/api/triggers?name=Hosts*&ordering=${ordering}`, as)
    return body.objects.map((one: Trigger) => [
      ...[one.id, one.hits_count, one.last_matched, one.notifications_count, one.unread_count],
      one.last_issued,
    ])
  }
  expect(await counts('user-admin')).toEqual([
    [public1, 9, at, 8, 8, at],
    [public2, 4, at, 3, 3, at + 1],
    [own, 2, at, 0, 0, null],
  ])
  const seen = [
    [public1, null, null, 1, 1, at],
    [public2, null, null, 3, 3, at + 1],
    [own, 2, at, 0, 0, null],
  ]
  expect(await counts('user-ann')).toEqual(seen)
  const ids = async (ordering: string) => (await counts('user-ann', ordering)).map(([id]: number[]) => id)
  expect(await ids('-unread_count')).toEqual([public2, public1, own])
  expect(await ids('-last_issued')).toEqual([public2, public1, own])
  expect(await ids('-hits_count')).toEqual([own, public2, public1])
  expect(await ids('last_matched')).toEqual([public1, public2, own])
  expect((await get(`/api/triggers/${public1}`, 'user-ann')).body).toMatchObject({
    hits_count: null,
    fires_count: null,
    unread_count: 1,
  })
})

test('a deleted trigger is gone', async () => {
  const id = await create({ name: 'Gone' })
  expect((await remove(`/api/triggers/${id}`)).status).toBe(204)
  expect((await get(`/api/triggers/${id}`)).status).toBe(404)
})

test('a trigger with a recipient who was removed can still be changed', async () => {
  const { id: leaver } = (
    await post('/api/users', { username: 'leaver', groups: [1], password: 'tree-house' })
  ).body
  const task = { title: 'Look', assigned_to: leaver }
  const recipients = { send_email_to: [leaver], escalate_to: [leaver], task_template: task }
  const id = await create({ name: 'Links', ...recipients })
  expect((await remove(`/api/users/${leaver}`)).status).toBe(204)
  expect((await patch(`/api/triggers/${id}`, { is_active: false })).status).toBe(200)
  const added = await patch(`/api/triggers/${id}`, { send_email_to: [leaver, 9_999] })
  expect(added.body.send_email_to).toEqual(['Invalid pk "9999" - object does not exist.'])
})
