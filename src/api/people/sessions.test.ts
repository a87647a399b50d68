import { beforeEach, expect, test } from 'vitest'
import { adminId, annId, tokenHeaders } from '../testing/people.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

const host = 'logs.example'

let server: TestServer
beforeEach(async () => {
  server = await testServer()
  await server.people.metadata.users.update(annId, { password: 'old' })
  return () => server.app.close()
})

const signIn = async (agent: string) => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/login',
    headers: { 'user-agent': agent },
    payload: { username: 'ann', password: 'old' },
  })
  return { host, origin: `http://${host}`, cookie: `millrace_session=${answer.cookies[0]?.value}` }
}
type Headers = Record<string, string>
const sessions = async (headers: Headers) =>
  (await server.app.inject({ url: '/api/users/me/sessions', headers })).json().objects
const end = async (headers: Headers, id = '') =>
  (await server.app.inject({ method: 'DELETE', url: `/api/users/me/sessions${id}`, headers })).statusCode
const isIn = async (headers: Headers) =>
  (await server.app.inject({ url: '/api/auth', headers })).statusCode === 200

test('own sessions are listed, the last used first, with where and when they were started', async () => {
  const phone = await signIn('Phone')
  server.people.advanceClock(10)
  const desk = await signIn(`Desk ${'x'.repeat(400)}`)
  server.people.advanceClock(10)
  const [first, second, ...others] = await sessions(phone)
  expect(others).toEqual([])
  expect(first).toEqual({
    id: expect.any(Number),
    created_at: expect.any(Number),
    last_used_at: expect.any(Number),
    expires_at: expect.any(Number),
    address: '127.0.0.1',
    agent: 'Phone',
    current: true,
  })
  expect(first.last_used_at).toBeGreaterThan(second.created_at)
  expect(second).toMatchObject({ agent: `Desk ${'x'.repeat(295)}`, current: false })
  expect(second.last_used_at).toBe(second.created_at)
  expect((await sessions(desk)).map(({ current }: { current: boolean }) => current)).toEqual([true, false])
  const byToken = await sessions(tokenHeaders('user-ann'))
  expect(byToken.map(({ current }: { current: boolean }) => current)).toEqual([false, false])
  expect(await sessions(tokenHeaders('user-bob'))).toEqual([])
})

test('the last use is still known after a restart', async () => {
  await sessions(await signIn('Phone'))
  server.people.advanceClock(20)
  await server.people.metadata.runMaintenance()
  const rows = await server.people.metadata.db.selectFrom('sessions').select('last_used_at').execute()
  expect(rows).toEqual([{ last_used_at: expect.any(Number) }])
})

test('one is ended, or all others, at once', async () => {
  const [here, there, elsewhere] = [await signIn('a'), await signIn('b'), await signIn('c')]
  const found = (await sessions(here)).find(({ agent }: { agent: string }) => agent === 'b')
  expect(await end(here, `/${found.id}`)).toBe(204)
  expect([await isIn(here), await isIn(there), await isIn(elsewhere)]).toEqual([true, false, true])
  expect(await end(here, `/${found.id}`)).toBe(404)
  expect(await end(here)).toBe(204)
  expect([await isIn(here), await isIn(elsewhere)]).toEqual([true, false])
  expect(await end(tokenHeaders('user-ann'))).toBe(204)
  expect(await isIn(here)).toBe(false)
})

test('a user with manage_users sees and ends sessions of others, one or all, and stays signed in', async () => {
  const [phone, desk] = [await signIn('phone'), await signIn('desk')]
  const login = { username: 'admin', password: 'secret' }
  const answer = await server.app.inject({ method: 'POST', url: '/api/login', payload: login })
  const admin = { host, origin: `http://${host}`, cookie: `millrace_session=${answer.cookies[0]?.value}` }
  const of = async (id: number) =>
    (await server.app.inject({ url: `/api/users/${id}/sessions`, headers: admin })).json().objects
  const endOf = async (path: string) =>
    (await server.app.inject({ method: 'DELETE', url: `/api/users/${path}`, headers: admin })).statusCode
  const found: { id: number; agent: string; current: boolean }[] = await of(annId)
  expect(found.map(({ agent, current }) => [agent, current])).toEqual([
    ['desk', false],
    ['phone', false],
  ])
  expect(await endOf(`${adminId}/sessions/${found[0]?.id}`)).toBe(404)
  expect(await endOf(`${annId}/sessions/${found[0]?.id}`)).toBe(204)
  expect([await isIn(phone), await isIn(desk)]).toEqual([true, false])
  expect(await endOf(`${annId}/sessions`)).toBe(204)
  expect(await isIn(phone)).toBe(false)
  expect(await endOf(`${adminId}/sessions`)).toBe(204)
  expect(await of(adminId)).toMatchObject([{ current: true }])
  expect(await endOf('99/sessions')).toBe(404)
})

test('a login in a browser that is signed in has a new session with a new cookie', async () => {
  const before = await signIn('Phone')
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/login',
    headers: before,
    payload: { username: 'ann', password: 'old' },
  })
  expect(answer.statusCode).toBe(200)
  expect(`millrace_session=${answer.cookies[0]?.value}`).not.toBe(before.cookie)
  expect(await isIn(before)).toBe(false)
})

test('no user ends a session of another user', async () => {
  const here = await signIn('a')
  const [{ id }] = await sessions(here)
  for (const token of ['user-bob', 'user-admin'] as const) {
    expect(await end(tokenHeaders(token), `/${id}`)).toBe(404)
    await end(tokenHeaders(token))
  }
  expect(await isIn(here)).toBe(true)
})
