import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tokenSecret } from '../../testing/people.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ maxIncomingBodyBytes: 1_000 })
})
beforeEach(() => {
  server.intake.shipments.length = 0
})
afterAll(() => server.app.close())

const secret = tokenSecret('ingest-1')
const token = { authorization: `token ${secret}` }
const base64 = (text: string) => Buffer.from(text).toString('base64')
type Sent = { headers?: Record<string, string>; payload?: string }
const post = (url: string, { headers = token, payload = '{}' }: Sent = {}) =>
  server.app.inject({ method: 'POST', url, headers, payload })

/** For each protocol an address, a valid body, and the status of success. */
const protocols: [url: string, path: string, payload: string, status: number][] = [
  ['/elasticsearch/_bulk', '/_bulk', '{"index":{}}\n{"message":"m"}\n', 200],
  ['/elasticsearch/logs-a%2Fb/_bulk', '/logs-a_b/_bulk', '{"index":{}}\n{"message":"m"}\n', 200],
  ['/elasticsearch/logs/_doc', '/logs/_doc', '{"message":"m"}', 201],
  ['/loki/api/v1/push', '/push', '{"streams":[]}', 204],
  ['/v1/logs', '/logs', '{"resourceLogs":[]}', 200],
  ['/services/collector', '/event', '{"event":"m"}', 200],
  ['/services/collector/event/1.0', '/event', '{"event":"m"}', 200],
  ['/services/collector/raw', '/raw', 'm', 200],
  ['/gelf', '', '{"short_message":"m"}', 202],
]

describe.each(protocols)('%s', (url, path, payload, status) => {
  test('hands its body over with what ingest must know', async () => {
    const headers = { ...token, 'content-type': 'application/json', 'idempotency-key': 'k' }
    const answer = await post(`${url}?a=b`, { headers, payload })
    expect([answer.statusCode, answer.body === '']).toEqual([status, status === 204 || status === 202])
    expect(server.intake.shipments).toMatchObject([
      { path, query: 'a=b', contentType: 'application/json', sender: '127.0.0.1', idempotencyKey: 'k' },
    ])
    expect(Buffer.from(server.intake.shipments[0]?.body ?? []).toString()).toBe(payload)
  })

  test.each([
    ['Token', `Token ${secret}`],
    ['Bearer', `Bearer ${secret}`],
    ['Splunk', `Splunk ${secret}`],
    ['Basic with any name', `Basic ${base64(`anybody:${secret}`)}`],
    ['Basic without a password', `Basic ${base64(`${secret}:`)}`],
    ['ApiKey', `ApiKey ${base64(`id:${secret}`)}`],
  ])('takes a token as %s', async (_, authorization) => {
    const headers = { authorization, 'content-type': 'application/json' }
    expect((await post(url, { headers, payload })).statusCode).toBe(status)
  })
})

test('elsewhere these schemes open nothing', async () => {
  const headers = { authorization: `Bearer ${tokenSecret('user-admin')}` }
  expect((await server.app.inject({ url: '/api/authtokens', headers })).statusCode).toBe(401)
})

describe('errors before ingest are in the words of the protocol', () => {
  const wrong = { authorization: 'Splunk ingest-0' }
  const large = { headers: token, payload: 'x'.repeat(1_001) }
  const security = { type: 'security_exception', reason: 'Authentication credentials were not provided.' }
  test.each<[string, Sent, number, object]>([
    [
      '/elasticsearch/_bulk',
      { headers: {} },
      401,
      { error: { root_cause: [security], ...security }, status: 401 },
    ],
    ['/elasticsearch/_bulk', large, 413, { status: 413 }],
    ['/loki/api/v1/push', { headers: wrong }, 401, { status: 'error', error: 'Invalid token.' }],
    ['/loki/api/v1/push', large, 413, { status: 'error' }],
    ['/v1/logs', { headers: {} }, 401, { code: 16, message: security.reason }],
    ['/v1/logs', large, 413, { code: 8 }],
    ['/services/collector', { headers: {} }, 401, { text: 'Token is required', code: 2 }],
    ['/services/collector/event', { headers: wrong }, 403, { text: 'Invalid token', code: 4 }],
    ['/services/collector/raw', { headers: token, payload: ' ' }, 400, { text: 'No data', code: 5 }],
    ['/gelf', large, 413, { message: 'The body is larger than the limit of 1000 bytes.' }],
  ])('%s %j', async (url, sent, status, body) => {
    const answer = await post(url, sent)
    expect([answer.statusCode, answer.json()]).toEqual([status, expect.objectContaining(body)])
  })

  test('and in protobuf, where that was sent', async () => {
    const headers = { 'content-type': 'application/x-protobuf' }
    const answer = await post('/v1/logs', { headers })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([401, 'application/x-protobuf'])
    expect(answer.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0x08, 16, 0x12]))
  })

  test('while there is no room, with a time to come back', async () => {
    const { submitShipper } = server.intake
    server.intake.submitShipper = async () => ({
      status: 503,
      type: 'application/json',
      body: '{}',
      retryAfter: 7,
    })
    const answer = await post('/services/collector')
    server.intake.submitShipper = submitShipper
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '7'])
  })
})

describe('shippers of Elasticsearch', () => {
  const ask = (method: 'GET' | 'HEAD' | 'PUT' | 'POST', path: string, headers: Record<string, string> = {}) =>
    server.app.inject({ method, url: `/elasticsearch${path}`, headers: { ...token, ...headers } })

  // Requests of filebeat, fluent-bit, vector and clients before they send.
  test.each([
    ['GET', '', 200],
    ['GET', '/', 200],
    ['HEAD', '/', 200],
    ['GET', '/_license?human=false', 200],
    ['GET', '/_xpack', 200],
    ['GET', '/_cluster/health', 200],
    ['GET', '/_nodes/http', 200],
    ['GET', '/_ilm/policy/filebeat', 200],
    ['PUT', '/_ilm/policy/filebeat', 200],
    ['HEAD', '/_index_template/filebeat-8.17.0', 200],
    ['PUT', '/_index_template/filebeat-8.17.0', 200],
    ['PUT', '/_ingest/pipeline/filebeat-8.17.0-system-auth-pipeline', 200],
    ['PUT', '/_data_stream/filebeat-8.17.0', 200],
    ['PUT', '/logs-2026.11.21', 200],
    ['GET', '/logs/_search', 404],
    ['POST', '/logs/_delete_by_query', 404],
    ['PUT', '/_security/user/x', 404],
  ] as const)('%s %s: %i', async (method, path, status) => {
    const answer = await ask(method, path)
    expect([answer.statusCode, answer.headers['x-elastic-product']]).toEqual([status, 'Elasticsearch'])
  })

  test('get a version that they know', async () => {
    expect((await ask('GET', '/')).json()).toMatchObject({
      version: { number: expect.stringMatching(/^8\./), build_flavor: 'default' },
      tagline: 'You Know, for Search',
    })
  })

  test.each([8, 9])('get their own media type, of version %i', async version => {
    const type = `application/vnd.elasticsearch+json;compatible-with=${version}`
    const answer = await ask('GET', '/', { accept: type.replace(';', '; ') })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, type])
    const headers = { ...token, accept: type, 'content-type': type.replace('json', 'x-ndjson') }
    const bulk = await post('/elasticsearch/_bulk', { headers, payload: '{"index":{}}\n{"message":"m"}\n' })
    expect([bulk.statusCode, bulk.headers['content-type']]).toEqual([200, type])
  })
})

test('first requests of Splunk clients', async () => {
  const health = await server.app.inject('/services/collector/health')
  expect([health.statusCode, health.json()]).toEqual([200, { text: 'HEC is healthy', code: 17 }])
  const options = await server.app.inject({ method: 'OPTIONS', url: '/services/collector/event/1.0' })
  expect(options.statusCode).toBe(200)
  const ack = await post('/services/collector/ack', { payload: '{"acks":[1]}' })
  expect([ack.statusCode, ack.json()]).toEqual([400, { text: 'ACK is disabled', code: 14 }])
})
