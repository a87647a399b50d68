import { beforeEach, expect, test } from 'vitest'
import { annId, type TokenName } from '../testing/people.ts'
import { requestAs } from '../testing/request-as.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await testServer()
  return () => server.app.close()
})

const url = '/api/events/42/notes'
const request = requestAs(() => server.app, 'user-ann')
const add = async (text: string, token?: TokenName) => (await request('POST', url, { text }, token)).json()

test('a note is added, listed, shown with its event, changed and deleted', async () => {
  const made = await request('POST', url, { text: 'Fan <b>replaced</b>\nRack 4' })
  expect([made.statusCode, made.json()]).toEqual([
    201,
    {
      id: 1,
      author: { id: annId, username: 'ann', fullname: 'Ann Other' },
      text: 'Fan <b>replaced</b>\nRack 4',
      created_at: expect.any(Number),
      updated_at: expect.any(Number),
    },
  ])
  const second = await add('Seen', 'user-admin')
  expect((await request('GET', url)).json()).toEqual({
    objects: [made.json(), second],
    item_count: 2,
    page_count: 1,
    page_number: 1,
    page_size: 100,
  })
  const event = (await request('GET', '/api/events/42')).json()
  expect([event.notes_count, event.notes]).toEqual([2, [made.json(), second]])

  const changed = await request('PATCH', `${url}/1`, { text: 'Disk' })
  expect(changed.json()).toMatchObject({ id: 1, text: 'Disk' })
  expect((await request('DELETE', `${url}/1`)).statusCode).toBe(204)
  expect((await request('GET', url)).json().objects).toEqual([second])
  expect((await request('DELETE', `${url}/1`)).statusCode).toBe(404)
})

test('another user’s note is not changed, and deleted only with manage_queries', async () => {
  await add('by admin', 'user-admin')
  expect((await request('PATCH', `${url}/1`, { text: 'x' })).statusCode).toBe(403)
  expect((await request('DELETE', `${url}/1`)).statusCode).toBe(403)
  await add('by ann')
  expect((await request('PATCH', `${url}/2`, { text: 'x' }, 'user-admin')).statusCode).toBe(403)
  expect((await request('DELETE', `${url}/2`, undefined, 'user-admin')).statusCode).toBe(204)
})

test('a note of another event is a 404', async () => {
  await server.people.metadata.notes.create(annId, { id: 43, ts: 0 }, 'elsewhere')
  expect((await request('PATCH', `${url}/1`, { text: 'x' }, 'user-admin')).statusCode).toBe(404)
})

test('a note has up to 10,000 characters', async () => {
  expect((await request('POST', url, { text: 'x'.repeat(10_000) })).statusCode).toBe(201)
  expect((await request('POST', url, { text: 'x'.repeat(10_001) })).json()).toMatchObject({
    text: ['Ensure this field has no more than 10000 characters.'],
  })
})
