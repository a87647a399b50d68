import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { adminId, annId, by, type TokenName } from '../testing/people.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

const bobId = 3

let server: TestServer
const open = async () => {
  server = await testServer()
  const { groups } = server.people.metadata
  await groups.create({ name: 'workers', permissions: ['tasks'], members: [annId, bobId] })
  return () => server.app.close()
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
const ask = (method: Method, url: string, token: TokenName, payload?: object) =>
  server.app.inject({ method, url, headers: by(token), ...(payload === undefined ? {} : { payload }) })
const make = async (payload: object, token: TokenName = 'user-ann') => {
  const answer = await ask('POST', '/api/tasks', token, payload)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

describe('a task', () => {
  beforeEach(open)

  test('a task is made, read, changed, replaced, deleted', async () => {
    const task = await make({ title: 'Fan', due: 4_000_000_000, assigned_to: bobId, event_id: '42' })
    expect(task).toMatchObject({
      id: 1,
      title: 'Fan',
      due: 4_000_000_000,
      status: 'new',
      event_id: '42',
      is_open: true,
      owner: { id: annId, username: 'ann', fullname: 'Ann Other' },
    })
    const url = '/api/tasks/1'
    expect((await ask('GET', `${url}/`, 'user-bob')).json()).toEqual(task)
    const patched = await ask('PATCH', url, 'user-bob', { status: 'closed' })
    expect(patched.json()).toMatchObject({ title: 'Fan', status: 'closed', is_closed: true })
    const sentBack = await ask('PUT', url, 'user-ann', { ...patched.json(), title: 'Fans' })
    expect(sentBack.json()).toEqual({
      ...patched.json(),
      title: 'Fans',
      updated_at: sentBack.json().updated_at,
    })
    const gone = await ask('DELETE', url, 'user-ann')
    expect([gone.statusCode, gone.body]).toEqual([204, ''])
    expect((await ask('GET', url, 'user-ann')).statusCode).toBe(404)
  })

  test.each([
    ['application/json', '{"title": "Fan", "assigned_to": 3, "due": 5, "event_id": null}'],
    ['application/x-www-form-urlencoded', 'title=Fan&assigned_to=3&due=5&event_id='],
    [
      'multipart/form-data; boundary=edge',
      `--edge\r\nContent-Disposition: form-data; name="title"\r\n\r\nFan\r\n--edge\r\nContent-Disposition: form-data; name="assigned_to"\r\n\r\n3\r\n--edge\r\nContent-Disposition: form-data; name="due"\r\n\r\n5\r\n--edge--\r\n`,
    ],
  ])('a task comes as %s', async (type, payload) => {
    const headers = { ...by('user-ann'), 'content-type': type }
    const made = await server.app.inject({ method: 'POST', url: '/api/tasks', headers, payload })
    expect(made.json()).toMatchObject({ title: 'Fan', assigned_to: bobId, due: 5, event_id: null })
    const patched = await server.app.inject({ method: 'PATCH', url: '/api/tasks/1', headers, payload })
    expect(patched.json()).toMatchObject({ title: 'Fan', assigned_to: bobId, due: 5, is_overdue: true })
  })

  test('what is overdue changes with the clock', async () => {
    await make({ title: 'soon', due: Math.floor(Date.now() / 1000) + 600 })
    const overdue = async () => (await ask('GET', '/api/tasks?is_overdue=true', 'user-ann')).json().item_count
    expect(await overdue()).toBe(0)
    server.people.pass(601)
    expect(await overdue()).toBe(1)
  })

  test('a bad body does not tell that a task is there', async () => {
    const { id } = await make({ title: 'Fan' }, 'user-admin')
    for (const method of ['PUT', 'PATCH'] as const) {
      const answer = await ask(method, `/api/tasks/${id}`, 'user-ann', { status: 'done' })
      expect(answer.statusCode).toBe(404)
    }
    expect((await ask('GET', '/api/tasks/one', 'user-ann')).statusCode).toBe(404)
  })
})

describe('a list', () => {
  const titles = async (query: string, token: TokenName = 'user-ann') => {
    const answer = await ask('GET', `/api/tasks${query}`, token)
    expect(answer.statusCode).toBe(200)
    return answer.json().objects.map((task: { title: string }) => task.title)
  }

  beforeAll(async () => {
    const close = await open()
    await make({ title: 'b', assigned_to: bobId, due: 5 })
    await make({ title: 'A', status: 'closed', due: 5 })
    await make({ title: 'c', assigned_to: annId, status: 'in_progress' }, 'user-bob')
    await make({ title: 'd', assigned_to: annId, due: 4_000_000_000 }, 'user-admin')
    await make({ title: 'e' }, 'user-admin')
    return close
  })

  const rows: [query: string, titles: string[]][] = [
    ['', ['d', 'c', 'A', 'b']],
    ['?owner=2', ['A', 'b']],
    [`?owner=${annId},3`, ['c', 'A', 'b']],
    ['?owner=2&owner=3', ['c', 'A', 'b']],
    ['?owner=', ['d', 'c', 'A', 'b']],
    ['?assigned_to=me', ['d', 'c']],
    ['?assigned_to=3', ['b']],
    ['?assigned_to=3,me', ['d', 'c', 'b']],
    ['?unassigned=true', ['A']],
    ['?unassigned=0', ['d', 'c', 'b']],
    ['?title=a', ['A']],
    ['?title=none', []],
    ['?is_open=true', ['d', 'c', 'b']],
    ['?is_open=false', ['A']],
    ['?is_overdue=1', ['b']],
    ['?is_overdue=false', ['d', 'c', 'A']],
    ['?owner=2&is_open=true&assigned_to=3', ['b']],
    ['?show_all=true', ['d', 'c', 'A', 'b']],
    ['?ordering=title', ['A', 'b', 'c', 'd']],
    ['?ordering=-due,id', ['c', 'd', 'b', 'A']],
    ['?ordering=status,title', ['b', 'd', 'c', 'A']],
    ['?page_size=3&page=2', ['b']],
  ]
  test.each(rows)('GET /api/tasks%s', async (query, wanted) => {
    expect(await titles(query)).toEqual(wanted)
  })

  test('holds those of everybody for who manages tasks and asks for them', async () => {
    expect(await titles('', 'user-admin')).toEqual(['e', 'd'])
    expect(await titles('?show_all=true', 'user-admin')).toEqual(['e', 'd', 'c', 'A', 'b'])
    expect(await titles(`?show_all=true&owner=${adminId}&unassigned=true`, 'user-admin')).toEqual(['e'])
  })

  test.each([
    ['?owner=ann', { 'owner[0]': 'A valid integer is required.' }],
    ['?assigned_to=ann', { assigned_to: '"ann" is neither the id of a user nor "me".' }],
    ['?is_open=perhaps', { is_open: 'Must be a valid boolean.' }],
    [
      '?ordering=owner',
      { ordering: '"owner" is not one of id, title, created_at, updated_at, due, status.' },
    ],
  ])('GET /api/tasks%s is a 400', async (query, said) => {
    const answer = await ask('GET', `/api/tasks${query}`, 'user-ann')
    expect([answer.statusCode, answer.json()]).toEqual([400, { ...said, code: 'validation' }])
  })
})

describe('a bad body', () => {
  beforeAll(open)

  test.each([
    [{}, { title: ['This field is required.'] }],
    [{ title: '' }, { title: ['This field may not be blank.'] }],
    [{ title: 'x', status: 'done' }, { status: ['"done" is not a valid choice.'] }],
    [{ title: 'x', due: '5' }, { due: ['A valid number is required.'] }],
    [{ title: 'x', owner_id: 1 }, { owner_id: ['There is no such field.'] }],
    [{ title: 'x', assigned_to: 99 }, { assigned_to: ['Invalid pk "99" - object does not exist.'] }],
  ])('the body %j is a 400', async (payload, said) => {
    const answer = await ask('POST', '/api/tasks', 'user-ann', payload)
    expect([answer.statusCode, answer.json()]).toEqual([400, { ...said, code: 'validation' }])
  })
})
