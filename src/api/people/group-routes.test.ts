import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { annId } from '../testing/people.ts'
import { requestAs } from '../testing/request-as.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

let server: TestServer
const open = async () => {
  server = await testServer()
  return () => server.app.close()
}

const ask = requestAs(() => server.app, 'user-admin')

describe('a group', () => {
  beforeEach(open)

  test('a group is made, read, changed, replaced, deleted', async () => {
    const made = await ask('POST', '/api/groups', { name: 'Net', permissions: ['tasks'], members: [annId] })
    expect(made.statusCode).toBe(201)
    expect(made.json()).toEqual({
      id: 2,
      name: 'Net',
      external_groups: [],
      description: '',
      permissions: ['tasks'],
      hosts: [],
      members: [annId],
    })
    const patched = await ask('PATCH', '/api/groups/2', { hosts: ['fw-*'] })
    expect(patched.json()).toEqual({ ...made.json(), hosts: ['fw-*'] })
    expect((await ask('GET', '/api/groups/2/')).json()).toEqual(patched.json())
    const { id: _, ...settable } = patched.json()
    const sentBack = await ask('PUT', '/api/groups/2', { ...settable, description: 'Routers' })
    expect(sentBack.json()).toEqual({ ...patched.json(), description: 'Routers' })
    expect((await ask('PUT', '/api/groups/2', { name: 'Net' })).json()).toEqual({
      id: 2,
      name: 'Net',
      external_groups: [],
      description: '',
      permissions: [],
      hosts: [],
      members: [],
    })
    expect((await ask('DELETE', '/api/groups/2')).statusCode).toBe(204)
    expect((await ask('GET', '/api/groups/2')).statusCode).toBe(404)
  })

  test('rights of a group are rights of its members, within seconds', async () => {
    const status = async () => (await ask('GET', '/api/tasks', undefined, 'user-ann')).statusCode
    expect(await status()).toBe(403)
    await ask('PATCH', '/api/groups/1', { permissions: ['search', 'tasks'] })
    server.people.advanceClock(2)
    expect(await status()).toBe(200)
    await ask('DELETE', '/api/groups/1')
    server.people.advanceClock(2)
    expect(await status()).toBe(403)
    expect((await ask('GET', `/api/users/${annId}`)).json().groups).toEqual([])
  })
})

describe('a list', () => {
  beforeAll(async () => {
    const close = await open()
    for (const name of ['abc', 'Zoo']) await ask('POST', '/api/groups', { name })
    return close
  })

  test.each([
    ['', ['Zoo', 'abc', 'searchers']],
    ['?ordering=name', ['abc', 'searchers', 'Zoo']],
    ['?ordering=id', ['searchers', 'abc', 'Zoo']],
    ['?page_size=2&page=2', ['searchers']],
  ])('GET /api/groups%s', async (query, names) => {
    const answer = (await ask('GET', `/api/groups${query}`)).json()
    expect(answer.objects.map((group: { name: string }) => group.name)).toEqual(names)
    expect(answer.item_count).toBe(3)
  })
})

describe('a bad body', () => {
  beforeAll(open)

  test.each([
    [{}, { name: ['This field is required.'] }],
    [{ name: 'Searchers' }, { name: ['A group with that name already exists.'] }],
    [{ name: 'x', permissions: ['fly'] }, { 'permissions[0]': ['"fly" is not a valid choice.'] }],
    [{ name: 'x', members: [9] }, { members: ['Invalid pk "9" - object does not exist.'] }],
    [{ name: 'x', hosts: [''] }, { 'hosts[0]': ['This field may not be blank.'] }],
  ])('the body %j is a 400', async (payload, said) => {
    const answer = await ask('POST', '/api/groups', payload)
    expect([answer.statusCode, answer.json()]).toEqual([400, { ...said, code: 'validation' }])
  })
})
