import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenSecret } from '../../../src/api/testing/people.ts'
import { type TestServer, testServer } from '../../../src/api/testing/test-server.ts'
import { eventually } from '../../../src/testing/until.ts'
import { Millrace } from './millrace.ts'
import { MillraceError } from './millrace-error.ts'
import { watchAll } from './watch.ts'

let server: TestServer
let millrace: Millrace
beforeAll(async () => {
  server = await testServer()
  const url = await server.app.listen({ port: 0, host: '127.0.0.1' })
  millrace = new Millrace({ url, token: tokenSecret('user-ann') })
})
afterAll(async () => {
  server.app.server.closeAllConnections()
  await server.app.close()
})

const state = (count: number) => JSON.stringify({ status: 'SUCCESS', results: { totals: { count } } })

test('the states of a query, the newest one to a slow reader, also after a lost connection, until the loop is left', async () => {
  const { queryService } = server
  const states = millrace.watch('Search', {})
  // The one there is.
  expect((await states.next()).value).toMatchObject({ status: 'SUCCESS', results: {} })
  const [id = ''] = queryService.queries.keys()
  for (const count of [1, 2, 3]) queryService.publish(id, state(count))
  const seen: unknown[] = []
  while (JSON.stringify(seen.at(-1)) !== state(3)) seen.push((await states.next()).value)
  expect(seen.length).toBeLessThanOrEqual(3)

  for (const client of server.app.websocketServer.clients) client.terminate()
  expect((await states.next()).value).toMatchObject({ status: 'SUCCESS', results: {} })
  await states.return()
  await eventually(() => queryService.queries.size).toBe(0)
})

test('several queries over one connection', async () => {
  const service = { url: server.app.listeningOrigin, token: tokenSecret('user-ann') }
  const states = watchAll(service, [
    { type: 'Search', params: {} },
    { type: 'Search', params: { page: 2 } },
  ])
  const seen = new Set<unknown>()
  while (seen.size < 2) seen.add((await states.next()).value?.[0])
  expect(seen).toEqual(new Set([0, 1]))
  await eventually(() => server.app.websocketServer.clients.size).toBe(1)
  await states.return()
  await eventually(() => server.queryService.queries.size).toBe(0)
})

test('a token that ends', async () => {
  const { tokens } = server.people.metadata
  const owner = { userId: 1, managesUsers: false }
  const { secret_key } = await tokens.create(owner, {})
  const url = `http://127.0.0.1:${new URL(server.app.listeningOrigin).port}`
  const states = new Millrace({ url, token: secret_key }).watch('Search', {})
  await states.next()
  await tokens.remove(owner, secret_key)
  await expect(states.next()).rejects.toThrow(MillraceError)
})

test('a refusal is an error of the service, not tried again', async () => {
  const strange = millrace.watch('Patterns', {})
  await expect(strange.next()).rejects.toMatchObject({ status: 400, code: 'validation' })
})
