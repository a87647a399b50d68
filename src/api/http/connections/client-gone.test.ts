import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { gate, testQueryService } from '../../../query/life/testing/test-query-service.ts'
import { rangeResolver } from '../../../query/range/resolver.ts'
import { SqlQueries } from '../../../query/user-sql/sql-queries.ts'
import { tokenHeaders } from '../../testing/people.ts'
import { portOf, type TestServer, testServer } from '../../testing/test-server.ts'

let server: TestServer
/** The work started by a request. */
let begun: PromiseWithResolvers<void>
let ended: PromiseWithResolvers<void>

/** Work that only its signal ends. */
async function workUntilGone(signal: AbortSignal): Promise<never> {
  begun.resolve()
  try {
    await gate().work(undefined, signal)
  } finally {
    ended.resolve()
  }
  throw new Error('nobody opens the gate')
}

beforeAll(async () => {
  // Even under load, the client leaves before it gets the id of a query.
  const { queryService, kind } = testQueryService({ answerWaitMs: 600_000 })
  kind.work = (_slice, signal) => workUntilGone(signal)
  const sql = new SqlQueries({
    store: { runUserSql: (_scope, _statement, { signal }) => workUntilGone(signal) },
    resolve: rangeResolver('UTC'),
    timeoutSeconds: 600,
  })
  const tags = { list: (_reader: unknown, _query: unknown, signal: AbortSignal) => workUntilGone(signal) }
  server = await testServer({ queryService, sql, tags })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.app.close())
beforeEach(() => {
  begun = Promise.withResolvers()
  ended = Promise.withResolvers()
})

const headers = tokenHeaders('user-admin')
const lastHour = { type: 'Counting', params: { time_range: { preset: 'last_1_hours' } } }

test.each<[route: string, body?: object]>([
  ['POST /api/query', lastHour],
  ['POST /api/query?partial=true', lastHour],
  ['POST /api/sql', { sql: 'SELECT host FROM events' }],
  ['GET /api/tags'],
])('%s ends what it asked for when its client leaves', async (route, body) => {
  const [method = '', path] = route.split(' ')
  const client = new AbortController()
  const answer = fetch(`http://127.0.0.1:${portOf(server.app)}${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    signal: client.signal,
    ...(body && { body: JSON.stringify(body) }),
  })
  await Promise.race([begun.promise, answer])
  client.abort()
  await expect(answer).rejects.toThrow()
  await ended.promise
  expect(server.logLines).toEqual([])
})

test('a question of the process to itself ends when it is given up', async () => {
  const client = new AbortController()
  const answer = server.app.inject({ url: '/api/tags', headers, signal: client.signal }).then(() => {})
  await Promise.race([begun.promise, answer])
  client.abort()
  await expect(answer).rejects.toThrow('aborted')
  await ended.promise
  expect(server.logLines).toEqual([])
})
