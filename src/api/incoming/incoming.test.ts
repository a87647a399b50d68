import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import type { SubmissionAnswer } from '../../ingest/body/submission.ts'
import { type TokenName, tokenHeaders, tokenSecret } from '../testing/people.ts'
import { portOf, type TestServer, testServer } from '../testing/test-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await testServer({ maxIncomingBodyBytes: 1_000_000 })
  return () => server.app.close()
})

const headers = tokenHeaders('ingest-1')
const post = (url: string, more: { headers?: Record<string, string>; payload?: string | Buffer } = {}) =>
  server.app.inject({ method: 'POST', url, ...more, headers: { ...headers, ...more.headers } })

describe('a body is handed over as it came', () => {
  test('with all that ingest must know', async () => {
    const payload = gzipSync('{"events": []}')
    const sent = {
      'content-type': 'application/json',
      'content-encoding': 'GZIP',
      'idempotency-key': 'batch-7',
    }
    const answer = await post('/incoming?partial=1', { headers: sent, payload })
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok' }])
    const [taken] = server.intake.submissions
    expect(taken).toMatchObject({
      path: '',
      contentType: 'application/json',
      contentEncoding: 'gzip',
      sender: '127.0.0.1',
      caller: expect.stringMatching(/^token \d+$/),
      partial: true,
      idempotencyKey: 'batch-7',
    })
    expect(Buffer.from(taken?.body ?? new Uint8Array()).equals(payload)).toBe(true)
    // Its memory is transferred to another thread, so nothing else may use it.
    expect(taken?.body.byteLength).toBe(taken?.body.buffer.byteLength)
  })

  test.each([
    ['/incoming/', '', undefined],
    ['/incoming/raw', '/raw', 'text/plain'],
    ['/incoming/raw/', '/raw', 'application/x-www-form-urlencoded'],
    ['/incoming/raw/app1', '/raw/app1', 'multipart/form-data; boundary=x'],
    ['/incoming/raw/app1/sub%20path', '/raw/app1/sub path', 'application/octet-stream'],
    ['/api/events', 'webhook', 'application/json'],
  ])('%s', async (url, path, type) => {
    const answer = await post(url, {
      payload: 'any {bytes}',
      ...(type ? { headers: { 'content-type': type } } : {}),
    })
    expect(answer.statusCode).toBe(200)
    expect(server.intake.submissions).toMatchObject([
      { path, contentType: type ?? '', contentEncoding: 'identity', partial: false },
    ])
  })
})

const errors = [{ index: 1, field: 'priority', message: 'A valid integer is required.' }]
const answers: [answer: SubmissionAnswer, url: string, status: number, body: object][] = [
  [
    { status: 422, detail: 'One event is not valid.', errors, accepted: 0 },
    '/incoming',
    422,
    { code: 'invalid_events', detail: 'One event is not valid.', errors },
  ],
  [
    { status: 422, detail: 'One event is not valid.', errors, accepted: 2 },
    '/incoming?partial=true',
    422,
    { code: 'invalid_events', detail: 'One event is not valid.', errors, accepted: 2 },
  ],
  [{ status: 400, detail: 'no JSON' }, '/incoming', 400, { code: 'parse_error', detail: 'no JSON' }],
  [{ status: 413, detail: 'too large' }, '/incoming', 413, { code: 'body_too_large', detail: 'too large' }],
  [
    { status: 415, detail: 'not known' },
    '/incoming',
    415,
    { code: 'unsupported_media_type', detail: 'not known' },
  ],
  [
    { status: 503, retryAfter: 7 },
    '/incoming',
    503,
    { code: 'overloaded', detail: 'Over capacity; try again.' },
  ],
  [
    { status: 503, retryAfter: 7, detail: 'Kept, and not on disk.' },
    '/incoming',
    503,
    { code: 'overloaded', detail: 'Kept, and not on disk.' },
  ],
]
test('a delivery stream gets its id back', async () => {
  const before = Date.now()
  server.intake.answer = { status: 200, accepted: 1, tooOld: 0, requestId: 'r-1' }
  const answer = await server.app.inject({
    method: 'POST',
    url: '/incoming',
    headers: { 'x-amz-firehose-access-key': tokenSecret('ingest-1') },
    payload: '{}',
  })
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    { requestId: 'r-1', timestamp: expect.any(Number) },
  ])
  expect(answer.json().timestamp).toBeGreaterThanOrEqual(before)
})

test.each(answers)('each answer of ingest has its status and body: %j', async (said, url, status, body) => {
  server.intake.answer = said
  const answer = await post(url, { payload: '{}' })
  expect([answer.statusCode, answer.json()]).toEqual([status, body])
  expect(answer.headers['retry-after']).toBe(said.status === 503 ? '7' : undefined)
})

describe('a body over the limit, over a real socket', () => {
  const cases: [name: string, headers: Record<string, string>][] = [
    ['announced', { 'content-length': '3000000' }],
    ['in chunks of unknown number', { 'transfer-encoding': 'chunked' }],
  ]
  test.each(cases)('%s: is answered with 413 although the sender sends on', async (_name, more) => {
    await server.app.listen({ host: '127.0.0.1', port: 0 })
    const sending = request({
      port: portOf(server.app),
      method: 'POST',
      path: '/incoming',
      headers: { ...headers, ...more },
    })
    sending.end(Buffer.alloc(3_000_000, 'x'))
    const [answer] = await once(sending, 'response')
    expect(answer.statusCode).toBe(413)
    expect(answer.headers.connection).toBe('close')
    expect(JSON.parse(await text(answer))).toEqual({
      detail: 'The body is larger than the limit of 1000000 bytes.',
      code: 'body_too_large',
    })
    expect(server.intake.submissions).toEqual([])
  })

  test('a sender that continues after the answer gets to its end undisturbed', async () => {
    await server.app.listen({ host: '127.0.0.1', port: 0 })
    const socket = connect({ port: portOf(server.app), host: '127.0.0.1', allowHalfOpen: true })
    const size = 3_000_000
    socket.write(
      `POST /incoming HTTP/1.1\r\nHost: a\r\nAuthorization: token ${tokenSecret('ingest-1')}\r\nContent-Length: ${size}\r\n\r\n`,
    )
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 413 /)
    socket.resume()
    const ended = once(socket, 'close')
    socket.end(Buffer.alloc(size, 'x'))
    expect(await ended).toEqual([false])
  })

  test('a sender that never ends it is cut off', async () => {
    await server.app.listen({ host: '127.0.0.1', port: 0 })
    const sending = request({
      port: portOf(server.app),
      method: 'POST',
      path: '/incoming',
      headers: { ...headers, 'content-length': '3000000' },
    })
    sending.flushHeaders()
    sending.on('error', () => {})
    const [answer] = await once(sending, 'response')
    expect(answer.statusCode).toBe(413)
    answer.resume()
    await once(answer.socket, 'close')
  })
})

test.each(['/incoming', '/incoming/raw/app', '/api/events', '/incoming/raw'])(
  '%s refuses a key of a batch that is too long',
  async url => {
    const answer = await post(url, { headers: { 'idempotency-key': 'k'.repeat(201) }, payload: '{}' })
    const message = 'Expected one key of at most 200 characters.'
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { 'Idempotency-Key': message, code: 'validation' },
    ])
  },
)

test('bodies together have a bound: past it 503, and room again once they are answered', async () => {
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const held: (() => void)[] = []
  server.intake.submitIncoming = async () => {
    await new Promise<void>(resolve => held.push(resolve))
    return { status: 200, accepted: 1, tooOld: 0 }
  }
  const full = Buffer.alloc(1_000_000, 'x')
  const send = async (token: TokenName = 'ingest-1') => {
    const answer = await fetch(`http://127.0.0.1:${portOf(server.app)}/incoming`, {
      method: 'POST',
      headers: tokenHeaders(token),
      body: full,
    })
    await answer.arrayBuffer()
    return answer.status
  }
  // One token may use half of the room.
  const first = [send(), send(), send('user-ann'), send('user-ann')]
  while (held.length < 4) await new Promise(resolve => setImmediate(resolve))
  expect([await send(), await send('user-bob')]).toEqual([503, 503])
  for (const release of held.splice(0)) release()
  expect(await Promise.all(first)).toEqual([200, 200, 200, 200])
  const next = send()
  while (held.length < 1) await new Promise(resolve => setImmediate(resolve))
  held[0]?.()
  expect(await next).toBe(200)
})

test.each(['POST /incoming?partial=maybe 400', 'PUT /elasticsearch/_index_template/beats 200'])(
  'bodies that are not used leave the room to others: %s',
  async line => {
    const [method, url, status] = line.split(' ') as ['POST' | 'PUT', string, string] // as listed above
    const payload = 'x'.repeat(1_000_000)
    for (let count = 0; count < 5; count++) {
      const answer = await server.app.inject({ method, url, headers, payload })
      expect(answer.statusCode).toBe(Number(status))
    }
    expect((await post('/incoming', { payload })).statusCode).toBe(200)
  },
)
