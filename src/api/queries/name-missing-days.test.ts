import { expect, onTestFinished, test } from 'vitest'
import { tokenHeaders } from '../testing/people.ts'
import { testServer } from '../testing/test-server.ts'

/** The header of the answers to a query, and to a request that reads no events. */
async function headersOf(days: readonly string[]) {
  const server = await testServer({ missingDays: () => days })
  onTestFinished(() => server.app.close())
  const headers = tokenHeaders('user-ann')
  const asked = await server.app.inject({
    method: 'POST',
    url: '/api/query',
    headers,
    payload: { type: 'Search', params: {} },
  })
  const other = await server.app.inject({ url: '/api/auth', headers })
  expect([asked.statusCode, other.statusCode]).toEqual([200, 200])
  return [asked, other].map(answer => answer.headers['x-missing-days'])
}

test('answers with events name the days that the store cannot read', async () => {
  expect(await headersOf(['2024-10-04', '2024-10-06'])).toEqual(['2024-10-04, 2024-10-06', undefined])
})

test('a store that reads everything has no such header', async () => {
  expect(await headersOf([])).toEqual([undefined, undefined])
})

test('of very many days the first ones are named', async () => {
  const days = Array.from({ length: 40 }, (_, index) => `day ${index}`)
  const [named] = await headersOf(days)
  expect(named).toMatch(/^day 0, day 1, .* day 30, and 9 more$/)
})
