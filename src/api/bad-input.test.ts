import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { badBytes } from './testing/bad-bytes.ts'
import { badFrames } from './testing/bad-frames.ts'
import { badRequests } from './testing/bad-requests.ts'
import { proves } from './testing/conformance/proves.ts'
import { tokenHeaders } from './testing/people.ts'
import { portOf, type TestServer, testServer } from './testing/test-server.ts'

let server: TestServer
let port: number

beforeAll(async () => {
  server = await testServer()
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  port = portOf(server.app)
  const payload = { type: 'Search', params: {} }
  const made = await server.app.inject({
    method: 'POST',
    url: '/api/query',
    headers: tokenHeaders('user-admin'),
    payload,
  })
  expect(made.json().query_id).toBe('q1')
})
afterAll(() => server.app.close())

describe('a bad request gets exactly this answer', () => {
  test.each(badRequests)('$name', async row => {
    proves('Errors statuses')
    const { method, url, headers = {}, body } = row
    const payload =
      body === undefined ? {} : { payload: headers['x-latin1'] ? Buffer.from(body, 'latin1') : body }
    const answer = await server.app.inject({ method, url, headers, ...payload })
    expect(JSON.parse(answer.body)).toEqual(JSON.parse(JSON.stringify(row.answer)))
    expect(answer.statusCode).toBe(row.status)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      ...row.carries,
    })
    if (url.startsWith('/api')) expect(answer.headers['cache-control']).toBe('no-store')
  })
})

describe('a bad frame gets exactly this error, and the connection stays', () => {
  let socket: WebSocket

  beforeAll(async () => {
    socket = new WebSocket(`ws://127.0.0.1:${port}/ws/live-updates`, { headers: tokenHeaders('user-admin') })
    await once(socket, 'open')
  })
  afterAll(() => socket.close())

  test.each(badFrames)('$name', async ({ frame, code, detail, command }) => {
    const answer = once(socket, 'message')
    socket.send(frame)
    expect(JSON.parse(String((await answer)[0]))).toEqual(['error', { code, detail, command }])
    const pong = once(socket, 'message')
    socket.send('["ping"]')
    expect(String((await pong)[0])).toBe('["pong"]')
  })

  test('a frame over 64 KiB closes the connection with 1009', async () => {
    const big = new WebSocket(`ws://127.0.0.1:${port}/ws/live-updates`, {
      headers: tokenHeaders('user-admin'),
    })
    await once(big, 'open')
    big.send('x'.repeat(64 * 1024 + 1))
    expect((await once(big, 'close'))[0]).toBe(1009)
  })
})

describe('bytes that are no request get exactly this answer, then the connection closes', () => {
  test.each(badBytes)('$name', async ({ bytes, status, answer }) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(bytes)
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(JSON.parse(body)).toEqual(answer)
  })
})
