import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { ServerDeps } from '../server-deps.ts'
import { tokenHeaders } from '../testing/people.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.app.close())

const tag = { name: 'SrcIP', count: 250, values: 3, numeric: false }
const hour = { ts_from: 1_767_222_000, ts_to: 1_767_225_600 }

test.each<[query: string, status: number, body: object]>([
  ['', 200, { ...hour, count: 900, sampled: 900, total: 1, list: [tag] }],
  ['?prefix=src&limit=1000', 200, { ...hour, count: 900, sampled: 900, total: 1, list: [tag] }],
  ['?prefix=dst', 200, { ...hour, count: 900, sampled: 900, total: 0, list: [] }],
  ['?ts_from=1&ts_to=3', 200, { ts_from: 1, ts_to: 3, count: 900, sampled: 900, total: 1, list: [tag] }],
  ['?limit=1001', 400, { limit: 'Ensure this value is less than or equal to 1000.', code: 'validation' }],
  [
    '?ts_from=3&ts_to=1',
    400,
    { ts_from: 'expected a time that is not later than ts_to', code: 'validation' },
  ],
  [
    '?timezone=Mars/Olympus',
    400,
    { timezone: 'expected an IANA time zone, not "Mars/Olympus"', code: 'validation' },
  ],
])('GET /api/tags%s', async (query, status, body) => {
  const answer = await server.app.inject({ url: `/api/tags${query}`, headers: tokenHeaders('user-ann') })
  expect([answer.statusCode, answer.json()]).toEqual([status, body])
})

test('a client that does not wait for the tags is no error of the service', async () => {
  const asked = Promise.withResolvers<AbortSignal>()
  const gone = Promise.withResolvers<void>()
  const tags: ServerDeps['tags'] = {
    list(_reader, _query, signal) {
      asked.resolve(signal)
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(signal.reason)
          setImmediate(gone.resolve)
        })
      })
    },
  }
  const slow = await testServer({ tags })
  onTestFinished(() => slow.app.close())
  const address = await slow.app.listen({ port: 0, host: '127.0.0.1' })
  const client = new AbortController()
  const answer = fetch(`${address}/api/tags`, { headers: tokenHeaders('user-ann'), signal: client.signal })
  await asked.promise
  client.abort()
  await expect(answer).rejects.toThrow()
  await gone.promise
  expect(slow.logLines).toEqual([])
})
