import { beforeEach, expect, test } from 'vitest'
import { annId, type TokenName } from '../testing/people.ts'
import { requestAs } from '../testing/request-as.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await testServer()
  return () => server.app.close()
})

const url = '/api/users/me/preferences'
const request = requestAs(() => server.app, 'user-ann')
const put = (payload: object, token?: TokenName) => request('PUT', url, payload, token)
const read = async (token?: TokenName) => (await request('GET', url, undefined, token)).json()

test('preferences are what their owner set last', async () => {
  expect(await read()).toEqual({})
  const first = { theme: 'dark', columns: [{ field: 'host', width: 90 }], nested: { a: [1, null, true] } }
  const answer = await put(first)
  expect([answer.statusCode, answer.json()]).toEqual([200, first])
  expect(await read()).toEqual(first)
  await put({ density: 'compact' })
  expect(await read()).toEqual({ density: 'compact' })
  expect(await read('user-bob')).toEqual({})
})

test('a patch changes the members that it names, so that two browsers keep each other’s changes', async () => {
  const patch = (payload: object) => request('PATCH', url, payload)
  await put({ theme: 'dark', nested: { a: 1, b: 2 }, wrap: true })
  await Promise.all([patch({ density: 'compact' }), patch({ nested: { a: 3 } }), patch({ wrap: null })])
  const merged = { theme: 'dark', nested: { a: 3, b: 2 }, density: 'compact' }
  expect(await read()).toEqual(merged)
  const answer = await patch({})
  expect([answer.statusCode, answer.json()]).toEqual([200, merged])
  const half = 'x'.repeat(40_000)
  await patch({ a: half })
  const refused = await patch({ b: half })
  expect([refused.statusCode, refused.json()]).toEqual([
    400,
    { non_field_errors: ['Preferences have at most 65536 bytes of JSON.'], code: 'validation' },
  ])
})

test('they go with their user', async () => {
  await put({ theme: 'dark' })
  await server.people.metadata.users.remove(annId)
  expect(await server.people.metadata.preferences.get(annId)).toEqual({})
})

test('they have at most 64 KiB, and are nested as deep as a page needs', async () => {
  const large = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) })
  expect((await put(large(65_536))).statusCode).toBe(200)
  const refused = await put(large(65_537))
  expect([refused.statusCode, refused.json().code]).toEqual([413, 'body_too_large'])
  let deep: object = {}
  for (let depth = 0; depth < 30; depth++) deep = { deep }
  for (const method of ['PUT', 'PATCH'] as const) {
    const answer = await request(method, url, deep)
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { non_field_errors: ['Nested too deeply.'], code: 'validation' },
    ])
  }
})
