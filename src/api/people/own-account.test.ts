import { beforeEach, describe, expect, test } from 'vitest'
import { annId, tokenHeaders } from '../testing/people.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

const host = 'logs.example'
const origin = `http://${host}`

let server: TestServer
beforeEach(async () => {
  server = await testServer()
  await server.people.metadata.users.update(annId, { password: 'old' })
  return () => server.app.close()
})

const patch = (payload: object, headers: Record<string, string> = tokenHeaders('user-ann')) =>
  server.app.inject({ method: 'PATCH', url: '/api/users/me', headers, payload })
const login = (password: string) =>
  server.app.inject({ method: 'POST', url: '/api/login', payload: { username: 'ann', password } })
const signedIn = async () => ({
  host,
  origin,
  cookie: `millrace_session=${(await login('old')).cookies[0]?.value}`,
})
const isIn = async (headers: Record<string, string>) =>
  (await server.app.inject({ url: '/api/auth', headers })).statusCode === 200

test('everybody reads and changes themselves', async () => {
  const before = (await server.app.inject({ url: '/api/users/me', headers: tokenHeaders('user-ann') })).json()
  expect(before).toMatchObject({ id: annId, username: 'ann', fullname: 'Ann Other', groups: [1] })
  const after = await patch({ email: 'ann@example.org', last_name: 'Lee' })
  expect(after.json()).toEqual({
    ...before,
    email: 'ann@example.org',
    last_name: 'Lee',
    fullname: 'Ann Lee',
  })
})

test('an own address has to be one', async () => {
  for (const email of ['ann', 'x y@example.org', 'ann@example.org,eve@example.org']) {
    const { statusCode, json } = await patch({ email })
    expect([email, statusCode, json()]).toEqual([
      email,
      400,
      { email: ['Enter a valid email address.'], code: 'validation' },
    ])
  }
  expect((await patch({ email: '' })).statusCode).toBe(200)
})

test('an account says whether it has a password: a user who signs in with the company has none to change', async () => {
  const { identity } = server.people.metadata
  const account = {
    provider: 'oidc',
    issuer: 'https://i.example',
    subject: '1',
    username: 'carol',
    groups: [],
  } as const
  const { cookie } = await identity.loginExternally(
    async () => ({ account, session: { maxAgeSeconds: 3_600 } }),
    { firstSignIn: 'create', isGroupRequired: false },
    '192.0.2.7',
  )
  const here = { host, origin, cookie: `millrace_session=${cookie}` }
  const accountOf = async (headers: Record<string, string>) =>
    (await server.app.inject({ url: '/api/users/me', headers })).json()
  expect(await accountOf(here)).toMatchObject({ username: 'carol', has_password: false })
  expect((await patch({ first_name: 'Carol' }, here)).json()).toMatchObject({ has_password: false })
  expect(await accountOf(await signedIn())).toMatchObject({ username: 'ann', has_password: true })

  // A token cannot set one either, since it would outlast the company account.
  const made = await server.app.inject({ method: 'POST', url: '/api/authtokens', headers: here, payload: {} })
  const byToken = await patch(
    { password: 'a pass phrase of somebody' },
    { authorization: `token ${made.json().secret_key}` },
  )
  expect([byToken.statusCode, byToken.json().detail]).toEqual([
    403,
    'This user signs in with an account of the company. Who manages users may give it a password.',
  ])
  expect(await accountOf(here)).toMatchObject({ username: 'carol', has_password: false })
})

test.each([{ groups: [] }, { is_active: false }, { username: 'root' }, { id: 1 }])(
  'no user changes %j of themselves',
  async payload => {
    const answer = await patch(payload)
    const [member = ''] = Object.keys(payload)
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { [member]: ['There is no such field.'], code: 'validation' },
    ])
  },
)

test('no user makes an address outside of the allowed domains one that reports are mailed to', async () => {
  const strict = await testServer({ mailDomains: ['example.org'] })
  const set = (email: string, name: 'user-ann' | 'user-admin') =>
    strict.app.inject({
      method: 'PATCH',
      url: '/api/users/me',
      headers: tokenHeaders(name),
      payload: { email },
    })
  const refused = await set('ann@elsewhere.test', 'user-ann')
  expect([refused.statusCode, Object.keys(refused.json())]).toEqual([400, ['email', 'code']])
  for (const email of ['ann@Example.org', '']) expect((await set(email, 'user-ann')).statusCode).toBe(200)
  expect((await set('admin@elsewhere.test', 'user-admin')).statusCode).toBe(200)
  await strict.app.close()
})

describe('a new mail address', () => {
  const set = async (payload: object, headers?: Record<string, string>) => {
    const answer = await patch(payload, headers)
    return [answer.statusCode, answer.json().current_password]
  }

  test('set in a session takes the present password', async () => {
    const here = await signedIn()
    const email = 'ann@example.org'
    expect(await set({ email }, here)).toEqual([400, ['This field is required.']])
    expect(await set({ email, current_password: 'guess' }, here)).toEqual([
      400,
      ['The password is not right.'],
    ])
    expect(await set({ email, current_password: 'old' }, here)).toEqual([200, undefined])
    // Nothing changes.
    expect(await set({ email, first_name: 'Anna' }, here)).toEqual([200, undefined])
  })

  test('set with a token needs none', async () => {
    expect(await set({ email: 'ann@example.org' })).toEqual([200, undefined])
  })
})

describe('a new password', () => {
  const said = (sentence: string) => ({ current_password: [sentence], code: 'validation' })

  test('set in a session takes the present one, and ends the other sessions', async () => {
    const [here, there] = [await signedIn(), await signedIn()]
    const untold = await patch({ password: 'tree-house' }, here)
    expect([untold.statusCode, untold.json()]).toEqual([400, said('This field is required.')])
    const wrong = await patch({ password: 'tree-house', current_password: 'guess' }, here)
    expect([wrong.statusCode, wrong.json()]).toEqual([400, said('The password is not right.')])
    expect((await login('tree-house')).statusCode).toBe(401)
    expect([await isIn(here), await isIn(there)]).toEqual([true, true])

    expect((await patch({ password: 'tree-house', current_password: 'old' }, here)).statusCode).toBe(200)
    expect([await isIn(here), await isIn(there)]).toEqual([true, false])
    expect([(await login('old')).statusCode, (await login('tree-house')).statusCode]).toEqual([401, 200])
  })

  test('cannot be reached by guessing: the tries count with the logins', async () => {
    const here = await signedIn()
    server.people.stopClock()
    for (let guess = 0; guess < 10; guess++) {
      expect((await patch({ password: 'tree-house', current_password: 'guess' }, here)).statusCode).toBe(400)
    }
    const right = await patch({ password: 'tree-house', current_password: 'old' }, here)
    expect([right.statusCode, right.json().code]).toEqual([429, 'throttled'])
    expect((await login('old')).statusCode).toBe(429)
  })

  test('set with a token needs the present password only when it sends one', async () => {
    const here = await signedIn()
    const wrong = await patch({ password: 'tree-house', current_password: 'guess' })
    expect([wrong.statusCode, wrong.json()]).toEqual([400, said('The password is not right.')])
    expect((await patch({ password: 'tree-house' })).statusCode).toBe(200)
    expect(await isIn(here)).toBe(false)
    expect((await login('tree-house')).statusCode).toBe(200)
    expect(await isIn(tokenHeaders('user-ann'))).toBe(true)
  })
})
