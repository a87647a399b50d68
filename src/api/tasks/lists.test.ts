import { beforeEach, expect, test } from 'vitest'
import { proves } from '../testing/conformance/proves.ts'
import { adminId, annId, type TokenName } from '../testing/people.ts'
import { requestAs } from '../testing/request-as.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

const bobId = 3

let server: TestServer
beforeEach(async () => {
  server = await testServer()
  const { groups } = server.people.metadata
  await groups.create({ name: 'workers', permissions: ['tasks'], members: [annId, bobId] })
  const make = async (token: TokenName, payload: object) => {
    await request('POST', '/api/tasks', payload, token)
  }
  await make('user-ann', { title: 'b', assigned_to: bobId, due: 5 })
  await make('user-ann', { title: 'A', status: 'closed', due: 5 })
  await make('user-bob', { title: 'c', assigned_to: annId, status: 'in_progress' })
  await make('user-admin', { title: 'd', assigned_to: annId, due: 4_000_000_000 })
  await make('user-admin', { title: 'e' })
  return () => server.app.close()
})

const request = requestAs(() => server.app, 'user-ann')
const get = (query: string, token?: TokenName) => request('GET', `/api/tasks${query}`, undefined, token)
const titles = async (query: string, token?: TokenName) => {
  const { objects } = (await get(query, token)).json()
  return objects.map((task: { title: string }) => task.title).join(' ')
}

/** Checks the titles found by each of these queries, in order. */
async function finds(wanted: Record<string, string>): Promise<void> {
  const found: Record<string, string> = {}
  for (const query of Object.keys(wanted)) found[query] = await titles(query)
  expect(found).toEqual(wanted)
}

test('holds what the caller owns or is assigned to, newest first', async () => {
  proves('GET /api/tasks 200')
  const answer = await get('/')
  expect([answer.statusCode, answer.json()]).toMatchObject([
    200,
    { item_count: 4, page_count: 1, page_number: 1, page_size: 100 },
  ])
  expect(await titles('')).toBe('d c A b')
  expect(await titles('', 'user-bob')).toBe('c b')
})

test('owner: any of these', async () => {
  proves('GET /api/tasks owner', 'Tasks rule')
  await finds({
    '?owner=2': 'A b',
    '?owner=2,3': 'c A b',
    '?owner=2&owner=3': 'c A b',
    '?owner=99': '',
    '?owner=': 'd c A b',
  })
})

test('assigned_to: any of these, me being the caller', async () => {
  proves('GET /api/tasks assigned_to')
  await finds({ '?assigned_to=me': 'd c', '?assigned_to=3': 'b', '?assigned_to=3,me': 'd c b' })
})

test('unassigned: to no user, or to any', async () => {
  proves('GET /api/tasks unassigned')
  await finds({ '?unassigned=true': 'A', '?unassigned=0': 'd c b' })
})

test('title: equal, in any case', async () => {
  proves('GET /api/tasks title')
  await finds({ '?title=a': 'A', '?title=B': 'b', '?title=ab': '' })
})

test('is_open: open, or closed', async () => {
  proves('GET /api/tasks is_open')
  await finds({ '?is_open=true': 'd c b', '?is_open=false': 'A' })
})

test('is_overdue: open past their due time, or not; it changes with the clock', async () => {
  proves('GET /api/tasks is_overdue')
  await finds({ '?is_overdue=1': 'b', '?is_overdue=false': 'd c A' })
  const payload = { title: 'soon', due: Math.floor(Date.now() / 1000) + 600 }
  await request('POST', '/api/tasks', payload)
  await finds({ '?is_overdue=1': 'b', '?is_overdue=false': 'soon d c A' })
  server.people.advanceClock(601)
  await finds({ '?is_overdue=1': 'soon b', '?is_overdue=false': 'd c A' })
})

test('ordering', async () => {
  proves('GET /api/tasks ordering')
  await finds({
    '?ordering=title': 'A b c d',
    '?ordering=-due,id': 'c d b A',
    '?ordering=status,title': 'b d c A',
    '?ordering=-status': 'A c d b',
    '?ordering=created_at': 'b A c d',
    '?ordering=-updated_at': 'd c A b',
  })
})

test('page and page_size', async () => {
  proves('GET /api/tasks page', 'GET /api/tasks page_size')
  await finds({ '?page_size=3': 'd c A', '?page_size=3&page=2': 'b' })
  expect((await get('?page_size=3&page=3')).json()).toEqual({ detail: 'Invalid page.', code: 'invalid_page' })
})

test('all conditions hold together', async () => {
  await finds({ '?owner=2&is_open=true&assigned_to=3': 'b', '?assigned_to=me&unassigned=true': '' })
})

test('show_all: tasks of all users, with the permission manage_tasks', async () => {
  expect(await titles('?show_all=true')).toBe('d c A b')
  expect(await titles('', 'user-admin')).toBe('e d')
  expect(await titles('?show_all=true', 'user-admin')).toBe('e d c A b')
  expect(await titles(`?show_all=true&owner=${adminId}&unassigned=true`, 'user-admin')).toBe('e')
})

test.each([
  ['?owner=2,ann', { owner: 'A valid integer is required.' }],
  ['?assigned_to=ann', { assigned_to: '"ann" is neither the id of a user nor "me".' }],
  ['?is_open=perhaps', { is_open: 'Must be a valid boolean.' }],
  ['?ordering=owner', { ordering: '"owner" is not one of id, title, created_at, updated_at, due, status.' }],
])('%s is a 400', async (query, said) => {
  const answer = await get(query)
  expect([answer.statusCode, answer.json()]).toEqual([400, { ...said, code: 'validation' }])
})

test('a page whose objects are larger than the limit names a size that is not', async () => {
  const { db } = server.people.metadata
  const { id: _, ...row } = await db.selectFrom('tasks').selectAll().limit(1).executeTakeFirstOrThrow()
  const large = { ...row, owner_id: annId, description: 'x'.repeat(1_000_000), idempotency_key: null }
  for (let count = 0; count < 17; count++) await db.insertInto('tasks').values(large).execute()
  const refused = await get('?page_size=17')
  expect([refused.statusCode, refused.json()]).toEqual([
    413,
    {
      code: 'answer_too_large',
      detail: 'The objects of this page have more than 16 MiB. page_size=16 would do.',
      page_size: 16,
    },
  ])
})
