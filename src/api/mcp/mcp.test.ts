import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../testing/until.ts'
import { tokenHeaders, tokenSecret } from '../testing/people.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

let server: TestServer
let address: string
/** For ann, who may search hosts fw-* and has no other permission. */
let client: Client

beforeAll(async () => {
  server = await testServer()
  const [host] = server.intake.activity
  if (host !== undefined) server.intake.activity.push({ ...host, host: 'edge-1' })
  address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  client = new Client({ name: 'test', version: '1' })
  const headers = { authorization: `Bearer ${tokenSecret('user-ann')}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', address), { requestInit: { headers } }),
  )
})
afterAll(async () => {
  await client.close()
  // The client may have an open connection without any request: Node waits for its headers.
  server.app.server.closeAllConnections()
  await server.app.close()
})

async function call(name: string, given: Record<string, unknown> = {}) {
  const { content, isError = false } = await client.callTool({ name, arguments: given })
  // Tools answer one text.
  const [{ text }] = content as [{ text: string }]
  return { isError, text }
}

function post(payload: object, headers: Record<string, string> = tokenHeaders('user-ann')) {
  return server.app.inject({ method: 'POST', url: '/mcp', headers, payload })
}

const callOf = (name: string) => ({
  jsonrpc: '2.0',
  id: 'a',
  method: 'tools/call',
  params: { name, arguments: {} },
})

test('the client learns what the server is, and its tools, which all read only', async () => {
  expect(client.getServerVersion()).toMatchObject({ name: 'millrace', version: '1.2.3' })
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual([
    'search',
    'count_over_time',
    'top_values',
    'statistics',
    'patterns',
    'what_changed',
    'extract',
    'event_context',
    'list_fields',
    'list_hosts',
    'ingest_health',
    'list_alerts',
    // Without the permission there is no `sql`.
    'triggers',
  ])
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([])
  // Members with a default are optional.
  expect(tools.map(({ inputSchema: { required } }) => required?.join() ?? '')).toEqual([
    '',
    '',
    '',
    '',
    '',
    '',
    'pattern',
    'id',
    '',
    '',
    '',
    '',
    '',
  ])
})

test.each<[tool: string, given: Record<string, unknown>, isError: boolean, text: RegExp]>([
  [
    'list_hosts',
    {},
    false,
    /^\{"found":1,"hosts":\[\{"host":"fw-1","state":"\w+","last_event":"2026-01-01T01:00:00Z",/,
  ],
  ['list_hosts', { name: 'edge' }, false, /^\{"found":0,"hosts":\[\]\}$/],
  ['event_context', { id: '42', before: 0, after: 0 }, false, /"host":"fw-1".*"SrcIP":"192.0.2.7"/],
  ['event_context', { id: '43' }, true, /answered 404: .*"not_found"/],
  [
    'list_fields',
    { range: 'last_2_hours' },
    false,
    /"tags":\[\{"name":"SrcIP","count":250,"different_values":3\}\]/,
  ],
  ['list_fields', { range: 'last_2_moons' }, true, /answered 400: .*"preset".*expected last_<n>_<unit>/],
  ['list_alerts', {}, true, /answered 403: .*permission_denied/],
  ['search', { limit: 1000 }, true, /^These arguments are not valid. limit: must be <= 200$/],
  ['search', { hots: 'fw-1' }, true, /^These arguments are not valid. hots: there is no such argument/],
  ['search', { from: 'noon' }, true, /^`from` is "noon": expected 2026-01-31T12:00:00Z or Unix seconds.$/],
  ['patterns', {}, true, /answered 400: .*Patterns/],
])('%s %j', async (tool, given, isError, text) => {
  expect(await call(tool, given)).toEqual({ isError, text: expect.stringMatching(text) })
})

test('a tool that is not there', async () => {
  await expect(client.callTool({ name: 'delete_all' })).rejects.toThrow('There is no tool delete_all')
})

test('each read of a tool is one of the caller, and leaves no query', async () => {
  await call('search')
  expect(server.queryService.lastReader).toMatchObject({ hosts: ['fw-*'] })
  expect(server.queryService.queries.size).toBe(0)
})

test('a tool refuses more arguments than it reads, before it looks at each', async () => {
  const filter = Array(2_000).fill({})
  const call = { ...callOf('search'), params: { name: 'search', arguments: { filter } } }
  const answer = await post(call, tokenHeaders('user-ann'))
  expect(answer.json().result).toEqual({
    isError: true,
    content: [{ type: 'text', text: 'These arguments are not valid. Expected at most 2000 values.' }],
  })
})

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const session = { 'sec-fetch-site': 'cross-site' }

test.each<
  [
    about: string,
    payload: object,
    headers: Record<string, string> | undefined,
    status: number,
    body: object | string,
  ]
>([
  ['several messages at once', [list, list], undefined, 400, { code: 'validation' }],
  ['no message', { jsonrpc: '2.0' }, undefined, 400, { method: ['This field is required.'] }],
  ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }, undefined, 202, ''],
  ['an unknown method', { ...list, method: 'x' }, undefined, 200, { error: { code: -32601 } }],
  ['an INGEST token', list, tokenHeaders('ingest-1'), 403, { code: 'permission_denied' }],
  ['nobody', list, {}, 401, { code: 'not_authenticated' }],
  ['an unknown version', list, { 'mcp-protocol-version': '1999-01-01' }, 400, { code: 'validation' }],
  ['only JSON accepted', list, { accept: 'application/json' }, 200, { id: 1 }],
])('%s', async (_about, payload, headers = tokenHeaders('user-ann'), status, body) => {
  const isAlone = 'mcp-protocol-version' in headers || 'accept' in headers
  const answer = await post(payload, isAlone ? { ...tokenHeaders('user-ann'), ...headers } : headers)
  expect(answer.statusCode).toBe(status)
  if (typeof body === 'string') expect(answer.body).toBe(body)
  else expect(answer.json()).toMatchObject(body)
})

test('a session asks from its own page only', async () => {
  const login = await server.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { username: 'admin', password: 'secret' },
  })
  const cookie = `millrace_session=${login.cookies[0]?.value}`
  expect((await post(callOf('list_hosts'), { cookie, ...session })).statusCode).toBe(403)
  const own = await post(callOf('search'), { cookie, 'sec-fetch-site': 'same-origin' })
  expect(own.json().result.isError).toBe(true)
  expect(server.queryService.lastReader).toMatchObject({ userId: 1 })
})

test('a token of some addresses asks through tools from these only', async () => {
  const { tokens } = server.people.metadata
  const { secret_key } = await tokens.create(
    { userId: 1, managesUsers: false },
    { networks: ['192.0.2.0/24'] },
  )
  const from = (remoteAddress: string) =>
    server.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { authorization: `Bearer ${secret_key}` },
      payload: callOf('list_hosts'),
      remoteAddress,
    })
  expect((await from('198.51.100.1')).statusCode).toBe(403)
  expect((await from('192.0.2.7')).json().result.isError).toBeUndefined()
})

test('a client that is gone ends the query of its tool', async () => {
  server.queryService.finishesAtOnce = false
  const gone = new AbortController()
  const asked = fetch(`${address}/mcp`, {
    method: 'POST',
    headers: { ...tokenHeaders('user-ann'), 'content-type': 'application/json' },
    body: JSON.stringify(callOf('search')),
    signal: gone.signal,
  })
  await eventually(() => server.queryService.queries.size).toBe(1)
  gone.abort()
  await expect(asked).rejects.toThrow()
  await eventually(() => server.queryService.queries.size).toBe(0)
  expect(server.logLines).toEqual([])
})

test('a service that stops ends the calls of tools', async () => {
  const stopping = await testServer()
  stopping.queryService.finishesAtOnce = false
  // On their first error, tests read the description, which a closing server does not answer.
  await stopping.app.inject('/api/auth')
  const headers = tokenHeaders('user-ann')
  const payload = callOf('search')
  // Sends now, through a promise that does not send it a second time.
  const asked = stopping.app.inject({ method: 'POST', url: '/mcp', headers, payload }).then(answer => answer)
  await eventually(() => stopping.queryService.queries.size).toBe(1)
  await stopping.app.close()
  expect((await asked).json()).toMatchObject({ code: 'starting' })
})
