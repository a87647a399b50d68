import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenHeaders } from '../testing/people.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.app.close())

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
  server.app.inject({
    method,
    url: `/api/legal-holds${path}`,
    headers: tokenHeaders('user-admin'),
    ...(payload && { payload }),
  })

test('a hold is placed, listed and lifted, each with the user in the audit log', async () => {
  const draft = {
    name: 'Case 7',
    reason: 'A letter',
    filter: [{ field: 'message', op: 'qp', value: 'denied' }],
  }
  const placed = await call('POST', '', draft)
  const hold = placed.json()
  expect([placed.statusCode, hold]).toEqual([
    201,
    expect.objectContaining({ ...draft, ts_from: null, ts_to: null, placed_by: 'admin', lifted_at: null }),
  ])
  expect((await call('GET', `/${hold.id}`)).json()).toEqual(hold)
  expect((await call('DELETE', `/${hold.id}`)).statusCode).toBe(204)
  expect((await call('DELETE', `/${hold.id}`)).statusCode).toBe(409)
  expect((await call('GET', '')).json().objects).toMatchObject([{ id: hold.id, lifted_by: 'admin' }])
  const { audit } = server.people.metadata
  const { objects } = await audit.list({ objects: ['legal_hold'] }, { offset: 0, limit: 9 })
  expect(objects.map(({ action, username, object_id }) => [action, username, object_id])).toEqual([
    ['delete', 'admin', String(hold.id)],
    ['create', 'admin', String(hold.id)],
  ])
})

test('a filter that cannot be read is refused with its place', async () => {
  const filter = [{ field: 'message', op: 'qp', value: '"open' }]
  const answer = await call('POST', '', { name: 'Case 8', filter })
  expect([answer.statusCode, answer.json()]).toEqual([
    400,
    expect.objectContaining({ code: 'query_syntax', 'filter[0].value': [expect.any(String)] }),
  ])
})
