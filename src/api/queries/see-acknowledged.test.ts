import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenHeaders } from '../testing/people.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.app.close())

const ask = () =>
  server.app.inject({
    method: 'POST',
    url: '/api/query',
    headers: tokenHeaders('user-ann'),
    payload: { type: 'Search', params: {} },
  })

test('a query begins when the store has what was acknowledged before', async () => {
  const stored = Promise.withResolvers<void>()
  server.intake.pending = stored.promise
  const before = server.queryService.queries.size
  const answer = ask()
  // Requests that need not wait are answered meanwhile.
  await server.app.inject({ method: 'GET', url: '/api/auth', headers: tokenHeaders('user-ann') })
  expect(server.queryService.queries.size).toBe(before)
  stored.resolve()
  expect((await answer).headers).not.toHaveProperty('x-missing-newest')
  expect(server.queryService.queries.size).toBe(before + 1)
})

test.each([
  ['takes long', () => new Promise<void>(() => {})],
  ['cannot be reached', () => Promise.reject(new Error('the worker ended'))],
])('an answer says that it may lack the newest events when the store %s', async (_why, pending) => {
  const unsettled = pending()
  unsettled.catch(() => {})
  server.intake.pending = unsettled
  const answer = await ask()
  server.intake.pending = undefined
  expect([answer.statusCode, answer.headers['x-missing-newest']]).toEqual([200, 'true'])
})

test('a query with nothing to wait for says nothing', async () => {
  expect((await ask()).headers).not.toHaveProperty('x-missing-newest')
})
