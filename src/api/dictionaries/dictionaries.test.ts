import { afterAll, beforeAll, expect, test } from 'vitest'
import { facilities, severities } from '../../schema/event/event.ts'
import { tokenHeaders } from '../testing/people.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.app.close())

async function get(path: string) {
  const answer = await server.app.inject({
    url: `/api/dictionaries/${path}`,
    headers: tokenHeaders('user-ann'),
  })
  return { status: answer.statusCode, body: answer.json() }
}

const hosts = [
  { name: 'fw-1', count: 250 },
  { name: 'edge-1', count: 1 },
]

test.each<[string, number, object]>([
  ['host', 200, { list: hosts }],
  ['host/?limit=1', 200, { list: hosts.slice(0, 1) }],
  ['host?limit=100000', 200, { list: hosts }],
  ['host?limit=0', 400, { limit: 'Ensure this value is greater than or equal to 1.', code: 'validation' }],
  [
    'host?limit=100001',
    400,
    { limit: 'Ensure this value is less than or equal to 100000.', code: 'validation' },
  ],
  ['host?limit=few', 400, { limit: 'A valid integer is required.', code: 'validation' }],
  ['colour', 404, { detail: 'Not found.', code: 'not_found' }],
  ['colour?limit=0', 404, { detail: 'Not found.', code: 'not_found' }],
])('%s', async (path, status, body) => expect(await get(path)).toEqual({ status, body }))

test('names and codes stand in the order of the codes', async () => {
  for (const [name, words] of Object.entries({ severity: severities, facility: facilities })) {
    expect((await get(name)).body).toEqual({ list: words.map((word, value) => ({ name: word, value })) })
  }
  expect((await get('status')).body.list).toContainEqual({ name: 'ACTIONABLE', value: 1 })
  expect((await get('time_range')).body.list.at(0)).toEqual({ name: 'last_1_minutes', title: 'Last minute' })
})
