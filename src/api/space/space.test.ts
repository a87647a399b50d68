import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { Fault } from '../../schema/fault.ts'
import { tokenHeaders } from '../testing/people.ts'
import { FixedSpace } from '../testing/stub-sources.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.app.close())

const get = (url: string, who: Parameters<typeof tokenHeaders>[0] = 'user-admin', { app } = server) =>
  app.inject({ url, headers: tokenHeaders(who) })

test('rows and bytes by day, held days, and the disks', async () => {
  const answer = await get('/api/monitor/storage')
  expect([answer.statusCode, answer.json()]).toEqual([200, await new FixedSpace().read()])
  const metrics = (await get('/metrics')).body.split('\n')
  for (const line of [
    'millrace_stored_bytes 250000',
    'millrace_stored_rows 3000',
    'millrace_stored_days 2',
    'millrace_retention_bytes 200000',
    'millrace_disk_bytes{disk="data_folder"} 1000000',
    'millrace_disk_free_bytes{disk="data_folder"} 120000',
  ]) {
    expect(metrics).toContain(line)
  }
})

test('a user who sees the events of some hosts only gets no figures, but whether there is room', async () => {
  expect((await get('/api/monitor/storage', 'user-bob')).statusCode).toBe(403)
  expect((await get('/api/monitor', 'user-bob')).json()).toEqual({ status: 'ready', disk: 'warning' })
})

test('names of legal holds are for users who may list them, others get their number', async () => {
  const { metadata } = server.people
  const { id: group } = await metadata.groups.create({
    name: 'readers',
    permissions: ['search'],
    hosts: ['*'],
  })
  const { id } = await metadata.users.create({ username: 'reader', groups: [group] })
  const viewer = { userId: id, managesUsers: false }
  const { secret_key: key } = await metadata.tokens.create(viewer, { description: 'x', token_type: 'USER' })
  const answer = await server.app.inject({
    url: '/api/monitor/storage',
    headers: { authorization: `token ${key}` },
  })
  expect([answer.statusCode, answer.json().days]).toMatchObject([
    200,
    [{ holds: 0 }, { holds: 1, held_by: [] }],
  ])
  expect((await get('/api/monitor/storage')).json().days[1].held_by).toEqual(['Case 7'])
})

test.each<[string, () => Promise<never>]>([
  ['fails', () => Promise.reject(new Fault('storage_unavailable'))],
  ['does not answer', () => new Promise(() => {})],
])('while the store %s, other metrics do', async (_, read) => {
  const space = new FixedSpace()
  space.read = read
  const failing = await testServer({ space })
  onTestFinished(() => failing.app.close())
  const answer = await get('/metrics', 'user-admin', failing)
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain('millrace_ingest_open 1')
  expect(answer.body).toContain('millrace_actions{')
  expect(answer.body).not.toContain('millrace_stored')
})

test('a store that does not answer is a 503 of its figures', async () => {
  const space = new FixedSpace()
  space.read = () => Promise.reject(new Fault('storage_unavailable'))
  const failing = await testServer({ space })
  onTestFinished(() => failing.app.close())
  expect((await get('/api/monitor/storage', 'user-admin', failing)).statusCode).toBe(503)
})
