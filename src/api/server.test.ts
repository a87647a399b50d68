import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { interfaceVersion } from '../schema/interface-version.ts'
import { tokenHeaders, tokenSecret } from './testing/people.ts'
import { portOf, type TestServer, testServer } from './testing/test-server.ts'

let server: TestServer
afterEach(() => server.app.close())

test('/ping follows readiness', async () => {
  let ready = false
  server = await testServer({ ready: () => ready })
  const before = await server.app.inject('/ping')
  expect([before.statusCode, before.json()]).toEqual([
    503,
    { detail: 'The service is starting or stopping.', code: 'starting' },
  ])
  expect((await server.app.inject('/api/monitor')).json()).toEqual({ status: 'starting', disk: 'warning' })
  ready = true
  expect((await server.app.inject('/ping')).json()).toEqual({ status: 'OK' })
  expect((await server.app.inject('/api/monitor')).json()).toEqual({ status: 'ready', disk: 'warning' })
})

test.each(['/api', '/api/', '/api/version', '/api/version/', '/ping/'])('%s answers', async url => {
  server = await testServer()
  const answer = await server.app.inject({ url, headers: tokenHeaders('user-bob') })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
})

test.each([
  ['GET', '/metrics'],
  ['GET', '/ready'],
  ['POST', '/mcp'],
] as const)('caches do not store answers to %s %s', async (method, url) => {
  server = await testServer()
  const payload = method === 'POST' ? { jsonrpc: '2.0', id: 1, method: 'ping' } : undefined
  const answer = await server.app.inject({
    method,
    url,
    headers: tokenHeaders('user-admin'),
    ...(payload && { payload }),
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('agents find the version of the interface as plain text, without a token', async () => {
  server = await testServer()
  for (const url of ['/version', '/version/']) {
    const answer = await server.app.inject(url)
    expect([answer.statusCode, answer.body]).toEqual([200, interfaceVersion])
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  }
  // The version that the Windows agent checks before it chooses HTTP.
  const [major = 0, minor = 0] = interfaceVersion.split('.').map(Number)
  expect(major * 1_000 + minor).toBeGreaterThanOrEqual(6_034)
  expect((await server.app.inject('/api/version')).json()).toEqual({
    version: interfaceVersion,
    millrace: '1.2.3',
  })
})

test.each(['severity', 'facility', 'status', 'time_range'])('the dictionary of %s', async name => {
  server = await testServer()
  const answer = await server.app.inject({
    url: `/api/dictionaries/${name}`,
    headers: tokenHeaders('user-ann'),
  })
  expect(answer.json().list[0]).toMatchObject({ name: expect.any(String) })
})

test('credentials and secret keys stay out of the log, also when a request fails', async () => {
  server = await testServer()
  server.people.metadata.tokens.get = async () => {
    throw new Error('metadata is gone')
  }
  const answer = await server.app.inject(`/api/authtokens/user-feed?AUTHTOKEN=${tokenSecret('user-ann')}`)
  expect(answer.statusCode).toBe(500)
  expect(server.logLines).toHaveLength(1)
  expect(server.logLines[0]).toContain('/api/authtokens/:secret_key')
  expect(server.logLines[0]).not.toMatch(/user-feed|bbbb/)
})

test('the offer of HTTP/2 is left unanswered, the request is not', async () => {
  server = await testServer()
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' }
  const asked = request({ port: portOf(server.app), path: '/ping', headers }).end()
  const [answer] = await once(asked, 'response')
  answer.resume()
  expect(answer.statusCode).toBe(200)
})

test('a reused connection is refused while the server closes, and closed', async () => {
  server = await testServer()
  let release = () => {}
  let held = () => {}
  const holding = new Promise<void>(resolve => {
    held = resolve
  })
  server.intake.submitIncoming = async () => {
    held()
    await new Promise<void>(resolve => {
      release = resolve
    })
    return { status: 200, accepted: 1, tooOld: 0 }
  }
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect(portOf(server.app), '127.0.0.1')
  let read = ''
  socket.setEncoding('utf8').on('data', text => {
    read += text
  })
  const ended = once(socket, 'close')
  const post = `POST /incoming HTTP/1.1\r\nHost: a\r\nAuthorization: token ${tokenSecret('ingest-1')}\r\nContent-Length: 2\r\n\r\n{}`
  socket.write(post)
  await holding
  const closed = server.app.close()
  await new Promise(resolve => setImmediate(resolve))
  socket.write('GET /api/auth HTTP/1.1\r\nHost: a\r\n\r\n')
  release()
  await Promise.all([ended, closed])
  expect(read).toMatch(/^HTTP\/1.1 200 /)
})
