import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { emptyDatabase, startServer } from '../../scripts/testing/postgres-server.ts'
import type { LedgerRecord } from '../../src/api/ledger/routes.ts'
import type { QueryRepresentation } from '../../src/schema/query/query.ts'
import type { ShortReport } from '../../src/schema/reports/report.ts'
import type { Trigger } from '../../src/schema/triggers/trigger.ts'
import { Client, matching } from '../testing/client.ts'
import { LiveUpdates } from '../testing/live-updates.ts'
import { Millrace } from '../testing/millrace.ts'
import { until } from '../testing/until.ts'

let postgres: Awaited<ReturnType<typeof startServer>>
let settings: Record<string, string>
let berlin: Millrace
let paris: Millrace
/** Clients of each node, with the token of the first. */
let atBerlin: Client
let atParis: Client

beforeAll(async () => {
  postgres = await startServer()
  settings = {
    MILLRACE_POSTGRES_URL: postgres.address.replace('DATABASE', emptyDatabase),
    MILLRACE_INSTANCE_KEY: randomBytes(32).toString('hex'),
  }
  berlin = new Millrace({ ...settings, MILLRACE_NODE: 'berlin' })
  paris = new Millrace({ ...settings, MILLRACE_NODE: 'paris' })
  await berlin.restart()
  await paris.restart()
  const { token } = berlin
  const clientOf = (millrace: Millrace) =>
    new Client({
      get url() {
        return millrace.url
      },
      token,
    })
  atBerlin = clientOf(berlin)
  atParis = clientOf(paris)
})
afterAll(async () => {
  await paris?.remove()
  await berlin?.remove()
  await postgres?.stop()
})

/** The JSON of a response, with the shape of its route. */
async function json<Answer>(answer: Response | Promise<Response>): Promise<Answer> {
  return (await (await answer).json()) as Answer
}

const search = { time_range: { preset: 'last_1_hours' }, page_size: 5 }
const ask = async (client: Client) =>
  await json<QueryRepresentation>(client.post('/api/query', { type: 'Search', params: search }))

test('each node answers for the queries of the other, live too, until that is gone', async () => {
  const { query_id: id } = await ask(atBerlin)
  const path = `/api/query/${id}`
  expect(id).toMatch(/^[0-9a-f]{32}\.\d+$/)
  expect((await json<QueryRepresentation>(atParis.get(path))).query_id).toBe(id)
  let occurrences = -1
  const updates = await LiveUpdates.subscribe(atParis, id ?? '', ({ results }) => {
    // Totals of a Search.
    occurrences = (results as { totals: { occurrences: number } }).totals.occurrences
  })
  expect(await atBerlin.send([{ host: 'fw-1', message: 'Link is down' }])).toBe(200)
  await until('the update of another node', () => occurrences === 1)
  const exported = await atParis.get(`${path}/export?ftype=csv`)
  expect(await exported.text()).toContain('Link is down')
  await updates.close()

  const socket = new WebSocket(`${paris.url.replace('http', 'ws')}/ws/live-updates`, {
    headers: { ...atParis.headers },
  })
  const lists: unknown[] = []
  socket.on('message', data => {
    const [name, content] = JSON.parse(String(data)) as [string, { query: string[] }]
    if (name === 'subscription-update') lists.push(content.query)
  })
  await once(socket, 'open')
  socket.send(JSON.stringify(['subscribe', 'query', id]))
  await until('the subscription', () => lists.length === 1)
  await berlin.kill9()
  await until('its end', () => lists.length === 2)
  expect(lists).toEqual([[id], []])
  const gone = await atParis.get(path)
  expect([gone.status, (await json<{ detail: string }>(gone)).detail]).toEqual([
    404,
    'The node that had this query does not answer; ask it again.',
  ])
  socket.terminate()
  await berlin.restart()
  expect((await atParis.get(path)).status).toBe(404)
  const again = await ask(atBerlin)
  expect((await atParis.get(`/api/query/${again.query_id}`)).status).toBe(200)
})

test('a change on one node is in force on the other', async () => {
  const draft = { name: 'Down', ...matching('broken'), issue_notification: true }
  const trigger = await json<Trigger>(atParis.post('/api/triggers', draft))
  const rules = {
    name: 'drop.yaml',
    text: 'rewrite_rules: [{match: {field: program, value: noisy}, drop: true}]',
  }
  expect((await atParis.post('/api/rules', rules)).status).toBe(200)
  const file = () => json<{ objects: { name: string; matched: number }[] }>(atBerlin.get('/api/rules'))
  await until('the rules', async () => (await file()).objects.length === 1)
  // The response came after the rules were in force there.
  await until('the trigger', async () => {
    expect(await atBerlin.send([{ host: 'fw-1', program: 'noisy', message: 'broken' }])).toBe(200)
    expect(await atBerlin.send([{ host: 'fw-1', program: 'sshd', message: 'broken' }])).toBe(200)
    return ((await json<Trigger>(atParis.get(`/api/triggers/${trigger.id}`))).hits_count ?? 0) > 0
  })
  expect((await file()).objects[0]?.matched).toBeGreaterThan(0)
  const user = { username: 'ann', password: 'correct horse battery' }
  const { id } = await json<{ id: number }>(atParis.post('/api/users', user))
  const login = async (millrace: Millrace, password = user.password) =>
    await millrace.client.post(
      '/api/login',
      { username: 'ann', password },
      { authorization: '', origin: millrace.url },
    )
  const cookie = (await login(paris)).headers.getSetCookie().find(one => one.startsWith('millrace_session'))
  const session = { headers: { cookie: cookie?.split(';')[0] ?? '' } }
  const whoami = async () => (await fetch(`${berlin.url}/api/auth`, session)).status
  expect(await whoami()).toBe(200)
  await fetch(`${paris.url}/api/users/${id}`, { method: 'DELETE', headers: atParis.headers })
  await until('the end of the session', async () => (await whoami()) === 401)
  const statuses: number[] = []
  for (let tried = 0; tried < 14; tried++)
    statuses.push((await login(tried % 2 === 0 ? paris : berlin, 'wrong')).status)
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401))
  expect(statuses.slice(10)).toContain(429)
})

test('reports and the ledger cover both nodes', async () => {
  const report = { format: 'json', query: { type: 'Search', params: search } }
  const { id } = await json<ShortReport>(atBerlin.post('/api/reports', report))
  const made = () => json<ShortReport>(atParis.get(`/api/reports/${id}`))
  await until('the report', async () => (await made()).status === 'SUCCESS')
  const [one, other] = await Promise.all(
    [atBerlin, atParis].map(async client => (await client.get(`/api/reports/${id}/file`)).text()),
  )
  expect(other).toBe(one)
  // From the free node: here each node has its own events.
  expect(one).toContain('"page_number":1')
  expect(await atParis.send([{ host: 'fw-9', message: 'one more' }])).toBe(200)
  const ledger = (client: Client) => json<LedgerRecord>(client.get('/api/ledger'))
  await until('both to say the same', async () => {
    const [here, there] = [await ledger(atBerlin), await ledger(atParis)]
    return here.is_balanced && here.totals.stored > 2 && here.totals.stored === there.totals.stored
  })
  const { nodes = [], totals } = await ledger(atParis)
  expect(nodes.map(({ node }) => node)).toEqual(['paris', 'berlin'])
  expect(nodes[0]?.totals.stored).toBe(1)
  expect(totals.stored).toBe(nodes.reduce((sum, one) => sum + one.totals.stored, 0))
})

test('a node with another key, and one with the name of another, are refused', async () => {
  const wrong = new Millrace({ ...settings, MILLRACE_INSTANCE_KEY: randomBytes(32).toString('hex') })
  await expect(wrong.restart()).rejects.toThrow('The instance key of MILLRACE_INSTANCE_KEY is not the one')
  await wrong.remove()
  const same = new Millrace({ ...settings, MILLRACE_NODE: 'paris' })
  await expect(same.restart()).rejects.toThrow('The name paris (MILLRACE_NODE) is that of a node')
  await same.remove()
})
