import { beforeEach, expect, test } from 'vitest'
import { by, type TestServer, testServer } from '../testing/test-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await testServer()
  return () => server.app.close()
})

const get = (url: string, token: string) => server.app.inject({ url, headers: by(token) })
const make = (payload: object, token = 'user-ann') =>
  server.app.inject({ method: 'POST', url: '/api/authtokens', headers: by(token), payload })

test('a token is made, read and revoked', async () => {
  const made = await make({ token_type: 'INGEST', description: 'edge' })
  expect(made.statusCode).toBe(201)
  const token = made.json()
  expect(token).toMatchObject({
    secret_key: expect.stringMatching(/^ingest-/),
    token_type: 'INGEST',
    description: 'edge',
    last_used_at: null,
    expires_at: null,
  })
  expect(token).not.toHaveProperty('id')
  const url = `/api/authtokens/${token.secret_key}`
  expect((await get(url, 'user-ann')).json()).toEqual(token)
  const gone = await server.app.inject({ method: 'DELETE', url, headers: by('user-ann') })
  expect([gone.statusCode, gone.body]).toEqual([204, ''])
  expect((await get(url, 'user-ann')).statusCode).toBe(404)
})

test('the kind is USER unless said otherwise', async () => {
  expect((await make({})).json().token_type).toBe('USER')
})

test('a list holds own tokens, newest first; filtered, ordered, paged', async () => {
  await make({ description: 'b' })
  await make({ description: 'a', token_type: 'INGEST' })
  await make({ description: 'c' }, 'user-admin')
  const list = async (query: string) =>
    (await get(`/api/authtokens${query}`, 'user-ann'))
      .json()
      .objects.map((token: { description: string }) => token.description)
  expect(await list('')).toEqual(['a', 'b'])
  expect(await list('?ordering=created_at')).toEqual(['b', 'a'])
  expect(await list('?ordering=-description')).toEqual(['b', 'a'])
  expect(await list('?token_type=USER')).toEqual(['b'])
  expect(await list('?page_size=1&page=2')).toEqual(['b'])
  expect(await list('?show_all=true')).toEqual(['a', 'b'])
})

test('who manages users sees tokens of others masked, and reads and revokes them by id', async () => {
  const own = (await make({ user: 2 }, 'user-admin')).json()
  expect(own).toMatchObject({ secret_key: 'user-1111...', id: 1, user: { id: 2 } })
  const all = (await get('/api/authtokens?show_all=1', 'user-admin')).json()
  expect(all.objects).toEqual([own])
  const byKey = `/api/authtokens/user-${'1'.repeat(48)}`
  expect((await get(byKey, 'user-admin')).statusCode).toBe(404)
  expect((await get(byKey, 'user-ann')).json().secret_key).toBe(`user-${'1'.repeat(48)}`)
  expect((await get('/api/authtokens/1', 'user-admin')).json()).toEqual(own)
  const gone = await server.app.inject({
    method: 'DELETE',
    url: '/api/authtokens/1',
    headers: by('user-admin'),
  })
  expect(gone.statusCode).toBe(204)
  expect((await get(byKey, 'user-ann')).statusCode).toBe(404)
})
