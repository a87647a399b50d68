import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ForwarderDraft } from '../../schema/forwarding/forwarder.ts'
import { tokenHeaders } from '../testing/people.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'
import { triggerServer } from '../triggers/testing/trigger-server.ts'

const { server, get, post, put, patch, remove } = triggerServer(['manage_forwarders'])

const syslog = { host: 'siem.example.net', port: 6514, transport: 'tls' } as const
const kafka = { brokers: ['a:9092'], topic: 'logs', tls: true }
const file = { name: 'all.json' }
const elsewhere = { url: 'https://log.example.net/' }

async function createId(draft: ForwarderDraft): Promise<number> {
  const { status, body } = await post('/api/forwarders', draft)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.id
}

test('a forwarder has the defaults of its absent members, and is changed, replaced and deleted', async () => {
  const { status, body } = await post('/api/forwarders', { name: 'SIEM', syslog })
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.any(Number),
    name: 'SIEM',
    is_active: true,
    filter: [],
    window_size: 60,
    fast_forward_first: true,
    rules: [],
    rate_limit: null,
    max_age: null,
    max_waiting_mb: null,
    syslog,
    secrets: [],
    status: {
      state: 'starting',
      error: null,
      error_at: null,
      retry_at: null,
      sent_at: null,
      sent: 0,
      occurrences: 0,
      rate: 0,
      dropped: 0,
      refused: 0,
      skipped: 0,
      expired: 0,
      held_back: 0,
      waiting: 0,
      oldest_waiting: null,
    },
    created_at: expect.any(Number),
    updated_at: expect.any(Number),
  })
  const path = `/api/forwarders/${body.id}`
  expect((await get(path)).body).toEqual(body)

  const filter = [{ field: 'host', value: 'fw-*' }]
  const rules = [{ match: { field: 'program', value: 'cron' }, drop: true }]
  const changed = await patch(path, { filter, rules, window_size: 0, rate_limit: 500 })
  expect(changed).toMatchObject({
    status: 200,
    body: { name: 'SIEM', syslog, filter, rules, window_size: 0, rate_limit: 500 },
  })
  const moved = (await patch(path, { file })).body
  expect(moved).toMatchObject({ filter, file })
  expect(moved).not.toHaveProperty('syslog')
  const replaced = (await put(path, { name: 'Archive', file })).body
  expect(replaced).toMatchObject({
    name: 'Archive',
    filter: [],
    rules: [],
    window_size: 60,
    rate_limit: null,
  })

  await createId({ name: 'archive 2', file: { name: 'b.json' } })
  const names = async (query: string) =>
    (await get(`/api/forwarders${query}`)).body.objects.map(({ name }: { name: string }) => name)
  expect(await names('?ordering=-name')).toEqual(['archive 2', 'Archive'])
  expect(await names('?ordering=name&page_size=1')).toEqual(['Archive'])

  expect((await remove(path)).status).toBe(204)
  for (const answer of [get(path), remove(path), patch(path, {}), post(`${path}/skip`), post(`${path}/test`)])
    expect((await answer).status).toBe(404)
})

test('a forwarder has exactly one destination', async () => {
  const oneExpected = {
    status: 400,
    body: {
      non_field_errors: [expect.stringMatching(/^Expected exactly one destination: syslog, .* or [a-z]+\.$/)],
    },
  }
  const id = await createId({ name: 'One', file })
  const path = `/api/forwarders/${id}`
  expect(await post('/api/forwarders', { name: 'None' })).toMatchObject(oneExpected)
  expect(await post('/api/forwarders', { name: 'Two', syslog, file })).toMatchObject(oneExpected)
  expect(await put(path, { name: 'None' })).toMatchObject(oneExpected)
  expect(await patch(path, { syslog, file })).toMatchObject(oneExpected)
  expect((await get(path)).body).toMatchObject({ name: 'One', file })
})

test.each<[fault: object, place: string, text: string | RegExp]>([
  [{ filter: [{ field: 'host', op: 'nope', value: 'a' }] }, 'filter[0].op', /./],
  [{ filter: [{ field: 'message', op: '=~', value: '(' }] }, 'filter[0].value', /expression/],
  [{ filter: [{ any: [{ field: 'severity', value: 'x' }] }] }, 'filter[0].any[0].value', /./],
  [
    {
      filter: [
        { field: 'host', value: 'a' },
        { field: 'counter', op: 'gt', value: 1 },
      ],
    },
    'filter[1].field',
    'The field counter changes after the event has arrived: the window of the forwarder counts occurrences.',
  ],
  [{ rules: [{ match: { field: 'host', op: 'nope', value: 'a' } }] }, 'rules[0].match.op', /expected one of/],
  [{ rules: [{ tag: { a: 'b' } }, { match: 'x', drop: true }] }, 'rules[1].match', /expected a condition/],
  [
    { rules: [{ match: { field: 'message', op: '=~', value: '(' }, drop: true }] },
    'rules[0].match.value',
    /./,
  ],
  [{ rate_limit: 0 }, 'rate_limit', /./],
  [{ max_age: 1 }, 'max_age', /./],
  [{ name: 'a\nb' }, 'name', /./],
  [{ syslog: { host: 'a', port: 0 } }, 'syslog.port', /./],
  [{ http: { url: 'ftp://a' } }, 'http.url', /./],
  [{ splunk_hec: { url: 'https://a', tokens: 'x' } }, 'splunk_hec.tokens', /./],
  [{ kafka: { brokers: [], topic: 'a' } }, 'kafka.brokers', /./],
  [{ kafka: { brokers: ['a'], topic: 'a' } }, 'kafka.brokers[0]', /./],
  [{ kafka: { brokers: ['a:65536'], topic: 'a' } }, 'kafka.brokers[0]', /./],
  [{ kafka: { brokers: ['a:9092'], topic: 'a b' } }, 'kafka.topic', /./],
  [{ file: { name: '../passwd' } }, 'file.name', /./],
  [{ status: {} }, 'status', /./],
])('%j is refused at %s', async (fault, place, text) => {
  const isTarget = /^(syslog|http|splunk_hec|kafka|file)\b/.test(place)
  const valid = { name: 'Fault', ...(!isTarget && { file }) }
  const { status, body } = await post('/api/forwarders', { ...valid, ...fault })
  expect(status).toBe(400)
  expect(body).toHaveProperty([place])
  expect(body[place]).toEqual([typeof text === 'string' ? text : expect.stringMatching(text)])
})

test('a search expression that cannot be read says where', async () => {
  const filter = [{ field: 'message', op: 'qp', value: '(failed' }]
  const { status, body } = await post('/api/forwarders', { name: 'Search', filter, file })
  expect([status, body.error_code ?? body.code]).toEqual([400, 'query_syntax'])
})

test('secrets stay on a change that leaves them out, are replaced and removed, and never come back', async () => {
  const http = { url: 'https://log.example.net/in' }
  const created = await post('/api/forwarders', {
    name: 'H',
    http: { ...http, authorization: 'Bearer s3cret' },
  })
  const { id } = created.body
  const path = `/api/forwarders/${id}`
  const stored = async () => (await server().people.metadata.forwarders.getTarget(id)).target
  expect(created.body).toMatchObject({ http, secrets: ['authorization'] })
  const answers = [created]
  const change = async (method: typeof patch, body: object) => {
    const answer = await method(path, body)
    answers.push(answer)
    expect(answer.status).toBe(200)
    return answer.body.secrets
  }
  expect(await change(patch, { name: 'I' })).toEqual(['authorization'])
  expect(await change(patch, { http: { ...http, compress: true } })).toEqual(['authorization'])
  expect(await change(patch, { http: { url: 'https://log.example.net/other' } })).toEqual(['authorization'])
  expect(await change(put, { name: 'J', http })).toEqual(['authorization'])
  expect(await stored()).toEqual({ kind: 'http', ...http, authorization: 'Bearer s3cret' })
  expect(await change(patch, { http: { ...http, authorization: 'Bearer n3w' } })).toEqual(['authorization'])
  expect(await stored()).toMatchObject({ authorization: 'Bearer n3w' })
  expect(await change(patch, { http: { ...http, authorization: '' } })).toEqual([])
  expect(await stored()).toEqual({ kind: 'http', ...http })
  answers.push(await get(path), await get('/api/forwarders'))
  const row = await server().people.metadata.db.selectFrom('forwarders').selectAll().execute()
  expect(JSON.stringify([answers, row])).not.toMatch(/s3cret|n3w/)
})

test.each<[kind: string, target: object, moved: object, secrets: object]>([
  ['http', { url: 'https://a.example' }, { url: 'https://b.example' }, { authorization: 'x' }],
  ['http', { url: 'https://a.example' }, { url: 'https://a.example:8443' }, { authorization: 'x' }],
  ['http', { url: 'https://a.example' }, { url: 'http://a.example' }, { authorization: 'x' }],
  ['splunk_hec', { url: 'https://a.example:8088' }, { url: 'https://a.example:8089' }, { token: 'x' }],
  ['kafka', kafka, { ...kafka, brokers: ['a:9092', 'b:9092'] }, { key: 'x', password: 'y' }],
  ['kafka', kafka, { ...kafka, tls: false }, { password: 'y' }],
  ['syslog', syslog, { ...syslog, host: 'other.example.net' }, { key: 'x' }],
  ['syslog', syslog, { ...syslog, port: 6515 }, { key: 'x' }],
])('secrets of %s %j are dropped when it moves to %j', async (kind, target, moved, secrets) => {
  const create = () => createId({ name: 'M', [kind]: { ...target, ...secrets } })
  for (const method of [patch, put]) {
    const path = `/api/forwarders/${await create()}`
    expect((await get(path)).body.secrets).toEqual(Object.keys(secrets))
    expect((await method(path, { name: 'M', [kind]: moved })).body.secrets).toEqual([])
  }
})

test('a change in place of a secret that the instance key does not open sets it again', async () => {
  const http = { url: 'https://log.example.net/in' }
  const id = await createId({ name: 'Key', http: { ...http, authorization: 'Bearer a' } })
  const path = `/api/forwarders/${id}`
  const { db, forwarders } = server().people.metadata
  await db.updateTable('forwarders').set({ sealed: 'v1.AAAA' }).where('id', '=', id).execute()
  expect((await get(path)).body.secrets).toEqual([])
  // It stays, as the key may come back.
  expect(await patch(path, { is_active: false })).toMatchObject({ status: 200, body: { secrets: [] } })
  expect((await forwarders.getTarget(id)).target).toBeUndefined()
  const again = await patch(path, { http: { ...http, authorization: 'Bearer b' } })
  expect(again).toMatchObject({ status: 200, body: { secrets: ['authorization'] } })
  expect((await forwarders.getTarget(id)).target).toMatchObject({ authorization: 'Bearer b' })
})

test('a pause shows, and ends', async () => {
  const path = `/api/forwarders/${await createId({ name: 'Pause', http: elsewhere })}`
  expect((await patch(path, { is_active: false })).body.status.state).toBe('paused')
  expect((await get(path)).body.status).toMatchObject({ state: 'paused', retry_at: null, rate: 0 })
  expect((await patch(path, { is_active: true })).body.status.state).toBe('starting')
})

test('users who see only some hosts, or lack the permission, get 403', async () => {
  const id = await createId({ name: 'Hidden', http: elsewhere })
  const path = `/api/forwarders/${id}`
  for (const as of ['user-ann', 'user-bob'] as const) {
    const answers = [
      get('/api/forwarders', as),
      post('/api/forwarders', { name: 'x', file }, as),
      get(path, as),
      patch(path, { name: 'x' }, as),
      put(path, { name: 'x', file }, as),
      remove(path, as),
      post(`${path}/skip`, undefined, as),
      post(`${path}/test`, undefined, as),
    ]
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 403))
  }
  expect((await get(path)).body.name).toBe('Hidden')
})

test('two forwarders never write to one file', async () => {
  const named = { file: { name: 'own.json' } }
  const id = await createId({ name: 'Own', ...named })
  const { status, body } = await post('/api/forwarders', { name: 'Second', ...named })
  expect([status, body.detail]).toEqual([409, 'Another forwarder writes to the file own.json.'])
  expect((await patch(`/api/forwarders/${id}`, { ...named, name: 'Still own' })).status).toBe(200)
})

test('there are at most 100 forwarders', async () => {
  const { item_count } = (await get('/api/forwarders?page_size=1')).body
  for (let i = item_count; i < 100; i++) await createId({ name: `f${i}`, http: elsewhere })
  const { status, body } = await post('/api/forwarders', { name: 'one more', http: elsewhere })
  expect([status, body.detail]).toEqual([409, 'There are at most 100 forwarders.'])
})

let applied = 0
let other: TestServer
beforeAll(async () => {
  other = await testServer({
    applyForwarders: async () => void applied++,
    testForwarder: async id => (id % 2 === 0 ? 'connect ECONNREFUSED' : undefined),
  })
})
afterAll(() => other.app.close())

test('skip is stored and put into force, as is every change; a test says what came back', async () => {
  const { forwarders } = other.people.metadata
  const request = async (method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', url: string, payload?: object) => {
    const answer = await other.app.inject({
      method,
      url,
      headers: tokenHeaders('user-admin'),
      ...(payload && { payload }),
    })
    return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() }
  }
  await request('POST', '/api/forwarders', { name: 'One', file })
  await request('POST', '/api/forwarders', { name: 'Two', http: elsewhere })
  expect(applied).toBe(2)
  const skipped = await request('POST', '/api/forwarders/1/skip')
  expect(skipped).toMatchObject({ status: 200, body: { id: 1, name: 'One' } })
  expect(await forwarders.claim('me', true)).toMatchObject([{ mustSkip: true }, { mustSkip: false }])
  await request('PATCH', '/api/forwarders/1', { name: 'Uno' })
  await request('PUT', '/api/forwarders/1', { name: 'Uno', file })
  await request('DELETE', '/api/forwarders/2')
  await request('DELETE', '/api/forwarders/2')
  expect(applied).toBe(6)
  const third = await forwarders.create({ name: 'Three', http: elsewhere })
  const fourth = await forwarders.create({ name: 'Four', http: elsewhere })
  const answers = [third, fourth].map(({ id }) => request('POST', `/api/forwarders/${id}/test`))
  const details = (await Promise.all(answers)).map(({ body }) => body)
  expect(details).toContainEqual({ ok: true, detail: 'The destination took the event.' })
  expect(details).toContainEqual({ ok: false, detail: 'connect ECONNREFUSED' })
})
