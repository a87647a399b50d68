import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type TokenName, tokenHeaders } from '../api/testing/people.ts'
import { type TestServer, testServer } from '../api/testing/test-server.ts'
import type { EndedComputation } from '../query/life/slow-queries.ts'
import { rangeResolver } from '../query/range/resolver.ts'
import { SqlQueries } from '../query/user-sql/sql-queries.ts'
import { Fault } from '../schema/fault.ts'
import { permissions } from '../schema/people/group.ts'
import type { SqlStore } from '../storage/store/sql-store.ts'
import { ordinary, rowsOf, spoolFile } from '../storage/testing/spool-file.ts'
import { openTestStore } from '../storage/testing/test-store.ts'

const now = 1_767_225_600
const noted: EndedComputation[] = []
let store: SqlStore
let server: TestServer

beforeAll(async () => {
  store = await openTestStore()
  const hosts = ['fw-1', 'fw-2', 'db-1']
  const events = hosts.map((host, at) => ({
    ...ordinary,
    id: at + 1,
    host,
    message: `message of ${host}`,
    tags: {},
    occurrences: [(now - 600) * 1_000_000 + at],
  }))
  await store.append(spoolFile(events.flatMap(rowsOf)))
  const sql = new SqlQueries({
    store,
    resolve: rangeResolver('UTC'),
    timeoutSeconds: 30,
    now: () => now * 1_000,
    slowQueries: { record: ended => void noted.push(ended) },
  })
  server = await testServer({ sql })
  const { groups } = server.people.metadata
  await groups.create({ name: 'sql', permissions: ['sql'], hosts: [], members: [2] })
})
afterAll(async () => {
  await server.app.close()
  await store.close()
})

const ask = (payload: object, who: TokenName = 'user-ann', on = server) =>
  on.app.inject({ method: 'POST', url: '/api/sql', headers: tokenHeaders(who), payload })

test('a holder of the permission gets an answer about events of its hosts', async () => {
  const sql = 'SELECT host, count() AS n FROM events GROUP BY host ORDER BY host'
  const answer = await ask({ sql })
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    {
      columns: [
        { name: 'host', type: 'LowCardinality(String)' },
        { name: 'n', type: 'UInt64' },
      ],
      rows: [
        ['fw-1', 1],
        ['fw-2', 1],
      ],
      ts_from: now - 3_600,
      ts_to: now,
    },
  ])
  expect((await ask({ sql }, 'user-admin')).json().rows).toHaveLength(3)
  expect(noted.at(-1)).toMatchObject({ type: 'SQL', filter: sql, account: { statements: 2 } })
  const earlier = { ts_from: now - 7_200, ts_to: now - 3_600 }
  expect((await ask({ sql, time_range: earlier })).json().rows).toEqual([])
})

test('a refusal says where and why', async () => {
  const answer = await ask({ sql: 'SELECT * FROM system.users' })
  expect([answer.statusCode, answer.json()]).toEqual([
    400,
    {
      detail: 'Statements select from events, without a database (character 15)',
      position: 15,
      code: 'sql_refused',
    },
  ])
  const range = await ask({ sql: 'SELECT host FROM events', time_range: { preset: 'yesteryear' } })
  expect([range.statusCode, Object.keys(range.json())]).toEqual([400, ['time_range.preset', 'code']])
  expect((await ask({ sql: 'SELECT host FROM events', format: 'csv' })).statusCode).toBe(400)
})

test('all other permissions together do not open it, and what was answered or denied is in the audit log', async () => {
  const others = permissions.filter(one => one !== 'sql')
  const { groups, audit } = server.people.metadata
  await groups.create({ name: 'others', permissions: [...others], hosts: ['*'], members: [3] })
  expect((await ask({ sql: 'SELECT host FROM events' }, 'user-bob')).statusCode).toBe(403)
  const { objects } = await audit.list({ objects: ['sql'] }, { offset: 0, limit: 20 })
  expect(objects.map(({ action, result }) => [action, result])).toEqual([
    ['run', 'refused'],
    ['run', 'ok'],
    ['run', 'ok'],
    ['run', 'ok'],
  ])
})

test('it is off unless a setting says otherwise', async () => {
  const off = await testServer({ sql: undefined })
  onTestFinished(() => off.app.close())
  const answer = await ask({ sql: 'SELECT host FROM events' }, 'user-admin', off)
  expect([answer.statusCode, answer.json()]).toEqual([
    404,
    { detail: 'SQL is off; MILLRACE_SQL=true turns it on.', code: 'not_found' },
  ])
})

test('a statement that ended the engine is not tried again, whenever it is asked', async () => {
  let asked = 0
  const sql = new SqlQueries({
    store: {
      async runUserSql() {
        asked++
        throw new Fault('query_quarantined', { retryAfter: 60 })
      },
    },
    resolve: rangeResolver('UTC'),
    timeoutSeconds: 30,
  })
  const run = () =>
    sql.run({ userId: 1, hosts: ['*'] }, { sql: 'SELECT host FROM events' }, new AbortController().signal)
  for (let attempt = 0; attempt < 3; attempt++)
    await expect(run()).rejects.toMatchObject({ code: 'query_quarantined' })
  expect(asked).toBe(1)
})

test('one statement runs at a time, and a user has few that wait', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let running = 0
  const sql = new SqlQueries({
    store: {
      async runUserSql() {
        running++
        await promise
        return { columns: [], rows: [] }
      },
    },
    resolve: rangeResolver('UTC'),
    timeoutSeconds: 30,
  })
  const run = (userId: number) =>
    sql.run({ userId, hosts: ['*'] }, { sql: 'SELECT host FROM events' }, new AbortController().signal)
  const first = [run(1), run(1), run(1)]
  await expect(run(1)).rejects.toMatchObject({ code: 'throttled' })
  expect(running).toBe(1)
  resolve()
  await Promise.all([...first, run(2)])
})
