import { afterAll, beforeAll, expect, test } from 'vitest'
import { by, type TokenName } from '../testing/people.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ timezone: 'Europe/Berlin' })
})
afterAll(() => server.app.close())

const get = (url: string, token: TokenName = 'user-ann') => server.app.inject({ url, headers: by(token) })

test('an event', async () => {
  const answer = await get('/api/events/42/?actions_hint=true&add_trigger_data=1')
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({
    id: 42,
    _id: '42',
    first_occurrence: 1767225600.120031,
    first_occurrence_date: '2026/01/01 01:00:00',
    counter: 250,
    host: 'fw-1',
    severity_name: 'ERROR',
    user_tags: { SrcIP: '192.0.2.7' },
  })
})

test.each<[TokenName, number, number]>([
  ['user-ann', 42, 200],
  ['user-ann', 43, 404],
  ['user-admin', 43, 200],
  ['user-bob', 42, 403],
])('%s asks for %i', async (token, id, status) => {
  for (const part of ['', '/timestamps', '/triggers']) {
    expect((await get(`/api/events/${id}${part}`, token)).statusCode).toBe(status)
  }
})

test('its occurrences, newest first, in pages', async () => {
  expect((await get('/api/events/42/timestamps?page=3&page_size=120')).json()).toEqual({
    id: 42,
    count: 250,
    timestamps: Array.from({ length: 10 }, (_, index) => 1767225609.120031 - index).map(time =>
      expect.closeTo(time, 6),
    ),
    item_count: 250,
    page_count: 3,
    page_number: 3,
    page_size: 120,
  })
})

test('its triggers: none yet', async () => {
  expect((await get('/api/events/42/triggers')).json()).toEqual({
    objects: [],
    item_count: 0,
    page_count: 1,
    page_number: 1,
    page_size: 100,
  })
})
