import { beforeEach, expect, test } from 'vitest'
import { proves } from '../testing/conformance/proves.ts'
import { annId, type TokenName, tokenHeaders, tokenSecret } from '../testing/people.ts'
import { requestAs } from '../testing/request-as.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await testServer()
  return () => server.app.close()
})

const request = requestAs(() => server.app, 'user-ann')
const get = (url: string, token: TokenName) => request('GET', url, undefined, token)
const make = (payload: object, token?: TokenName) => request('POST', '/api/authtokens', payload, token)

test('a token is made, read, used and revoked', async () => {
  proves(
    'POST /api/authtokens 201',
    'POST /api/authtokens json body',
    'GET /api/authtokens/{secret_key} 200',
    'DELETE /api/authtokens/{secret_key} 204',
  )
  const made = await make({ token_type: 'USER', description: 'edge' })
  expect(made.statusCode).toBe(201)
  const token = made.json()
  expect(token).toMatchObject({
    secret_key: expect.stringMatching(/^user-[0-9a-f]{48}$/),
    description: 'edge',
    user: { id: annId, username: 'ann', fullname: 'Ann Other' },
    last_used_at: null,
    expires_at: null,
  })
  const url = `/api/authtokens/${token.secret_key}`
  expect((await get(url, 'user-ann')).json()).toEqual(token)
  const headers = { authorization: `token ${token.secret_key}` }
  expect((await server.app.inject({ url: '/api/auth', headers })).json().user.username).toBe('ann')
  const gone = await request('DELETE', url)
  expect([gone.statusCode, gone.body]).toEqual([204, ''])
  expect((await get(url, 'user-ann')).statusCode).toBe(404)
  expect((await server.app.inject({ url: '/api/auth', headers })).statusCode).toBe(401)
})

test('a form makes one too, and the kind is USER unless said otherwise', async () => {
  proves('POST /api/authtokens form body')
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/authtokens/',
    headers: { ...tokenHeaders('user-ann'), 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'description=7&expires_at=4000000000',
  })
  expect(answer.json()).toMatchObject({ token_type: 'USER', description: '7', expires_at: 4_000_000_000 })
})

test('a multipart form makes one too', async () => {
  proves('POST /api/authtokens multipart body')
  const part = '--edge\r\nContent-Disposition: form-data; name="token_type"\r\n\r\nINGEST\r\n--edge--\r\n'
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/authtokens',
    headers: { ...tokenHeaders('user-ann'), 'content-type': 'multipart/form-data; boundary=edge' },
    payload: part,
  })
  expect([answer.statusCode, answer.json().token_type]).toEqual([201, 'INGEST'])
})

test('a list holds own tokens, newest first; filtered, ordered, paged', async () => {
  proves(
    'GET /api/authtokens 200',
    'GET /api/authtokens token_type',
    'GET /api/authtokens ordering',
    'GET /api/authtokens page',
    'GET /api/authtokens page_size',
  )
  await make({ description: 'b' })
  await make({ description: 'a', token_type: 'INGEST' })
  await make({ description: 'c' }, 'user-admin')
  const list = async (query: string) => {
    const { objects } = (await get(`/api/authtokens${query}`, 'user-ann')).json()
    return objects.map((token: { description: string }) => token.description)
  }
  expect(await list('')).toEqual(['a', 'b', 'user-ann'])
  expect(await list('?ordering=created_at')).toEqual(['user-ann', 'b', 'a'])
  expect(await list('?ordering=-description')).toEqual(['user-ann', 'b', 'a'])
  expect(await list('?token_type=USER')).toEqual(['b', 'user-ann'])
  expect(await list('?page_size=1&page=2')).toEqual(['b'])
  expect(await list('?show_all=true')).toEqual(['a', 'b', 'user-ann'])
})

test('a user with manage_users sees tokens of others masked, and reads and revokes them by id', async () => {
  proves('GET /api/authtokens show_all', 'Authentication 2', 'Authentication 3')
  const all = (await get('/api/authtokens?show_all=1&ordering=description', 'user-admin')).json()
  expect(all.item_count).toBe(4)
  const token = all.objects.find((one: { description: string }) => one.description === 'user-ann')
  expect(token).toMatchObject({ secret_key: 'user-bbbb...', user: { id: annId } })
  const byKey = `/api/authtokens/${tokenSecret('user-ann')}`
  expect((await get(byKey, 'user-admin')).statusCode).toBe(404)
  expect((await get(byKey, 'user-ann')).json().secret_key).toBe(tokenSecret('user-ann'))
  const byId = `/api/authtokens/${token.id}`
  expect((await get(byId, 'user-admin')).json()).toEqual(token)
  const gone = await request('DELETE', byId, undefined, 'user-admin')
  expect(gone.statusCode).toBe(204)
  expect((await get('/api/auth', 'user-ann')).statusCode).toBe(401)
})

test('a token expires, and shows when it was used last', async () => {
  const expires_at = Math.floor(Date.now() / 1000) + 600
  const token = (await make({ expires_at })).json()
  const headers = { authorization: `token ${token.secret_key}` }
  const url = `/api/authtokens/${token.secret_key}`
  expect((await server.app.inject({ url: '/api/auth', headers })).statusCode).toBe(200)
  // Uses are written in batches.
  server.people.advanceClock(10)
  await server.people.metadata.runMaintenance()
  expect((await get(url, 'user-ann')).json()).toMatchObject({ expires_at, last_used_at: expect.any(Number) })
  server.people.advanceClock(601)
  expect((await server.app.inject({ url: '/api/auth', headers })).statusCode).toBe(401)
  expect((await get(url, 'user-ann')).statusCode).toBe(404)
  expect((await get('/api/authtokens', 'user-ann')).json().item_count).toBe(1)
})
