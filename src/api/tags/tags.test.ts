import { afterAll, beforeAll, expect, test } from 'vitest'
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
