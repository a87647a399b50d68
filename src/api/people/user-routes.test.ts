import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { adminId, annId } from '../testing/people.ts'
import { requestAs } from '../testing/request-as.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

let server: TestServer
const open = async () => {
  server = await testServer()
  return () => server.app.close()
}

const ask = requestAs(() => server.app, 'user-admin')
const login = (username: string, password: string) =>
  server.app.inject({ method: 'POST', url: '/api/login', payload: { username, password } })

describe('a user', () => {
  beforeEach(open)

  test('a user is made, read, changed, replaced, deleted', async () => {
    const made = await ask('POST', '/api/users', {
      username: 'eve',
      first_name: 'Eve',
      groups: [1],
      password: 'tree-house',
    })
    expect(made.statusCode).toBe(201)
    const user = made.json()
    expect(user).toEqual({
      id: 4,
      username: 'eve',
      fullname: 'Eve',
      email: '',
      first_name: 'Eve',
      last_name: '',
      is_active: true,
      groups: [1],
      created_at: expect.any(Number),
      is_admin: false,
      last_login_at: null,
    })
    expect((await login('eve', 'tree-house')).statusCode).toBe(200)
    const patched = await ask('PATCH', '/api/users/4', { email: 'eve@example.org' })
    expect(patched.json()).toMatchObject({ email: 'eve@example.org', first_name: 'Eve', groups: [1] })
    const {
      id: _id,
      fullname: _name,
      created_at: _made,
      last_login_at: _login,
      is_admin: _admin,
      ...settable
    } = patched.json()
    const sentBack = await ask('PUT', '/api/users/4', { ...settable, last_name: 'Adams' })
    expect(sentBack.json()).toEqual({ ...patched.json(), last_name: 'Adams', fullname: 'Eve Adams' })
    expect((await ask('PUT', '/api/users/4', { username: 'eva' })).json()).toMatchObject({
      username: 'eva',
      first_name: '',
      email: '',
      groups: [],
      is_active: true,
    })
    expect((await login('eva', 'tree-house')).statusCode).toBe(200)
    expect((await ask('DELETE', '/api/users/4')).statusCode).toBe(204)
    expect((await ask('GET', '/api/users/4')).statusCode).toBe(404)
    expect((await login('eva', 'tree-house')).statusCode).toBe(401)
  })

  test('a password is never shown', async () => {
    const made = await ask('POST', '/api/users', { username: 'eve', password: 'tree-house' })
    expect(made.body).not.toContain('tree-house')
    const listed = await ask('GET', '/api/users')
    expect(listed.body).not.toMatch(/password|scrypt/)
  })

  describe('a disabled user', () => {
    test('has no way in, at once, until it is enabled', async () => {
      await server.people.metadata.users.update(annId, { password: 'pw' })
      const cookie = `millrace_session=${(await login('ann', 'pw')).cookies[0]?.value}`
      const statuses = async () => [
        (await ask('GET', '/api/auth', undefined, 'user-ann')).statusCode,
        (await server.app.inject({ url: '/api/auth', headers: { cookie } })).statusCode,
        (await login('ann', 'pw')).statusCode,
      ]
      expect(await statuses()).toEqual([200, 200, 200])
      expect((await ask('PATCH', `/api/users/${annId}`, { is_active: false })).json().is_active).toBe(false)
      expect(await statuses()).toEqual([401, 401, 401])
      await ask('PATCH', `/api/users/${annId}`, { is_active: true })
      expect(await statuses()).toEqual([200, 401, 200])
    })

    test('is not the last administrator', async () => {
      for (const [method, payload] of [
        ['PATCH', { is_active: false }],
        ['PUT', { username: 'admin', is_active: false }],
        ['DELETE', undefined],
      ] as const) {
        const answer = await ask(method, `/api/users/${adminId}`, payload)
        expect([answer.statusCode, answer.json()]).toEqual([
          409,
          { detail: 'The last administrator has to stay.', code: 'conflict' },
        ])
      }
    })
  })

  test('a holder of manage_users without more manages users', async () => {
    await server.people.metadata.groups.update(1, { permissions: ['manage_users'] })
    expect((await ask('GET', '/api/users', undefined, 'user-ann')).statusCode).toBe(200)
    expect((await ask('GET', '/api/groups', undefined, 'user-ann')).statusCode).toBe(200)
  })
})

describe('a list', () => {
  beforeAll(async () => {
    const close = await open()
    await server.people.metadata.users.update(3, { password: 'pw' })
    await login('bob', 'pw')
    return close
  })

  test.each([
    ['', ['bob', 'ann', 'admin']],
    ['?ordering=username', ['admin', 'ann', 'bob']],
    ['?ordering=-created_at', ['bob', 'ann', 'admin']],
    ['?ordering=-last_login_at,username', ['bob', 'admin', 'ann']],
    ['?page_size=2&page=2', ['admin']],
  ])('GET /api/users%s', async (query, names) => {
    const answer = (await ask('GET', `/api/users${query}`)).json()
    expect(answer.objects.map((user: { username: string }) => user.username)).toEqual(names)
    expect(answer.item_count).toBe(3)
  })
})

describe('a bad body', () => {
  beforeAll(open)

  test.each([
    [{}, { username: ['This field is required.'] }],
    [{ username: 'ANN' }, { username: ['A user with that username already exists.'] }],
    [{ username: 'eve', groups: [9] }, { groups: ['Invalid pk "9" - object does not exist.'] }],
    [{ username: 'eve', is_admin: true }, { is_admin: ['There is no such field.'] }],
    [{ username: 'eve', password: '' }, { password: ['This field may not be blank.'] }],
  ])('the body %j is a 400', async (payload, said) => {
    const answer = await ask('POST', '/api/users', payload)
    expect([answer.statusCode, answer.json()]).toEqual([400, { ...said, code: 'validation' }])
  })
})
