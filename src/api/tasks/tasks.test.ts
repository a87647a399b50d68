import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { proves } from '../testing/conformance/proves.ts'
import { annId, type TokenName, tokenHeaders } from '../testing/people.ts'
import { requestAs } from '../testing/request-as.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

const bobId = 3

let server: TestServer
const open = async () => {
  server = await testServer()
  const { groups } = server.people.metadata
  await groups.create({ name: 'workers', permissions: ['tasks'], members: [annId, bobId] })
  return () => server.app.close()
}

const request = requestAs(() => server.app, 'user-ann')
const ask = (method: Parameters<typeof request>[0], url: string, token: TokenName, payload?: object) =>
  request(method, url, payload, token)
const make = async (payload: object, token: TokenName = 'user-ann') =>
  (await ask('POST', '/api/tasks', token, payload)).json()

describe('a task', () => {
  beforeEach(open)

  test('is made and read', async () => {
    proves('POST /api/tasks 200', 'GET /api/tasks/{id} 200')
    const payload = { title: 'Fan', due: 4_000_000_000, assigned_to: bobId, event_id: '42' }
    const made = await ask('POST', '/api/tasks', 'user-ann', payload)
    expect(made.statusCode).toBe(200)
    expect(made.json()).toEqual({
      id: 1,
      ...payload,
      description: '',
      status: 'new',
      is_open: true,
      is_closed: false,
      is_overdue: false,
      owner: { id: annId, username: 'ann', fullname: 'Ann Other' },
      created_at: expect.any(Number),
      updated_at: expect.any(Number),
    })
    const read = await ask('GET', '/api/tasks/1/', 'user-bob')
    expect([read.statusCode, read.json()]).toEqual([200, made.json()])
  })

  test('is changed in parts', async () => {
    proves('PATCH /api/tasks/{id} 200')
    const { updated_at: _, ...task } = await make({ title: 'Fan', description: 'Rack 4', assigned_to: bobId })
    const patched = await ask('PATCH', '/api/tasks/1', 'user-bob', { status: 'closed' })
    expect(patched.statusCode).toBe(200)
    expect(patched.json()).toMatchObject({ ...task, status: 'closed', is_open: false, is_closed: true })
  })

  test('is replaced by what can be set of it', async () => {
    proves('PUT /api/tasks/{id} 200')
    const { updated_at: _, ...task } = await make({ title: 'Fan', description: 'Rack 4', due: 5 })
    const { id: _id, is_open, is_closed, is_overdue, owner, created_at, ...settable } = task
    const sentBack = await ask('PUT', '/api/tasks/1', 'user-ann', { ...settable, title: 'Fans' })
    expect(sentBack.statusCode).toBe(200)
    expect(sentBack.json()).toMatchObject({ ...task, title: 'Fans' })
    for (const [name, value] of Object.entries({ is_open, is_closed, is_overdue, owner, created_at })) {
      const refused = await ask('PUT', '/api/tasks/1', 'user-ann', { ...settable, [name]: value })
      expect([refused.statusCode, refused.json()]).toEqual([
        400,
        { [name]: ['There is no such field.'], code: 'validation' },
      ])
    }
    const replaced = await ask('PUT', '/api/tasks/1', 'user-ann', { title: 'Disk' })
    expect(replaced.json()).toMatchObject({
      ...task,
      title: 'Disk',
      description: '',
      due: null,
      is_overdue: false,
    })
  })

  test('is deleted', async () => {
    proves('DELETE /api/tasks/{id} 204')
    await make({ title: 'Fan' })
    const gone = await ask('DELETE', '/api/tasks/1', 'user-ann')
    expect([gone.statusCode, gone.body]).toEqual([204, ''])
    expect((await ask('GET', '/api/tasks/1', 'user-ann')).statusCode).toBe(404)
  })

  /** The titles of a task after create, change and replace, each with a body of this type. */
  const titlesBy = async (type: string, bodies: Record<'POST' | 'PATCH' | 'PUT', string>) => {
    const headers = { ...tokenHeaders('user-ann'), 'content-type': type }
    const titles: string[] = []
    for (const method of ['POST', 'PATCH', 'PUT'] as const) {
      const url = method === 'POST' ? '/api/tasks' : '/api/tasks/1'
      const answer = await server.app.inject({ method, url, headers, payload: bodies[method] })
      const { title, due, assigned_to, event_id } = answer.json()
      titles.push(`${answer.statusCode} ${title} ${due} ${assigned_to} ${event_id}`)
    }
    return titles
  }
  const wanted = ['200 Fan 5 3 42', '200 Fan null 3 null', '200 Disk null null null']

  test('is made, changed and replaced by JSON', async () => {
    proves('POST /api/tasks json body', 'PATCH /api/tasks/{id} json body', 'PUT /api/tasks/{id} json body')
    const titles = await titlesBy('application/json', {
      POST: '{"title": "Fan", "due": 5, "assigned_to": 3, "event_id": "42"}',
      PATCH: '{"due": null, "event_id": null}',
      PUT: '{"title": "Disk"}',
    })
    expect(titles).toEqual(wanted)
  })

  test('is made, changed and replaced by a form', async () => {
    proves('POST /api/tasks form body', 'PATCH /api/tasks/{id} form body', 'PUT /api/tasks/{id} form body')
    const titles = await titlesBy('application/x-www-form-urlencoded', {
      POST: 'title=Fan&due=5&assigned_to=3&event_id=42',
      PATCH: 'due=&event_id=',
      PUT: 'title=Disk',
    })
    expect(titles).toEqual(wanted)
  })

  test('is made, changed and replaced by a multipart form', async () => {
    proves(
      'POST /api/tasks multipart body',
      'PATCH /api/tasks/{id} multipart body',
      'PUT /api/tasks/{id} multipart body',
    )
    const parts = (...fields: [name: string, value: string][]) => {
      const text = fields.map(
        ([name, value]) => `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      )
      return `${text.join('')}--edge--\r\n`
    }
    const titles = await titlesBy('multipart/form-data; boundary=edge', {
      POST: parts(['title', 'Fan'], ['due', '5'], ['assigned_to', '3'], ['event_id', '42']),
      PATCH: parts(['due', ''], ['event_id', '']),
      PUT: parts(['title', 'Disk']),
    })
    expect(titles).toEqual(wanted)
  })

  test('that is not there for the caller is a 404, however bad the body', async () => {
    const { id } = await make({ title: 'Fan' }, 'user-admin')
    for (const method of ['PUT', 'PATCH'] as const) {
      const answer = await ask(method, `/api/tasks/${id}`, 'user-ann', { status: 'done' })
      expect(answer.statusCode).toBe(404)
    }
    expect((await ask('GET', '/api/tasks/one', 'user-ann')).statusCode).toBe(404)
  })

  test('is deleted by its owner, not by whom it is assigned to', async () => {
    await make({ title: 'Fan', assigned_to: bobId })
    expect((await ask('DELETE', '/api/tasks/1', 'user-bob')).statusCode).toBe(403)
    expect((await ask('GET', '/api/tasks/1', 'user-bob')).statusCode).toBe(200)
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
  ])('%j is a 400', async (payload, said) => {
    const answer = await ask('POST', '/api/tasks', 'user-ann', payload)
    expect([answer.statusCode, answer.json()]).toEqual([400, { ...said, code: 'validation' }])
  })
})
