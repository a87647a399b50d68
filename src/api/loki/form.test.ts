import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenHeaders } from '../testing/people.ts'
import { address, type LokiServer, nanos, openLokiServer, range } from './testing/loki-server.ts'

let loki: LokiServer
beforeAll(async () => {
  loki = await openLokiServer()
})
afterAll(() => loki.close())

const form = (path: string, payload: string, headers: Record<string, string> = {}) =>
  loki.server.app.inject({
    method: 'POST',
    url: path,
    headers: {
      ...tokenHeaders('user-ann'),
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    payload,
  })

test.each<[path: string, parameters: Record<string, string>]>([
  ['/query', { query: 'sum by (host) (count_over_time({host=~".+"}[10m]))', time: nanos(600) }],
  ['/query_range', { ...range, query: '{host=~".+"} |= "failed"', limit: '20', direction: 'forward' }],
  ['/labels', range],
  ['/label/host/values', { ...range, query: '{program="sshd"}' }],
  ['/series', { ...range, 'match[]': '{program="sshd"}' }],
  ['/series', { ...range, match: '{program="sshd"}' }],
  ['/format_query', { query: 'rate({host="a"}[5m])' }],
  ['/index/stats', { ...range, query: '{program="sshd"}' }],
  ['/index/volume', { ...range, query: '{program="sshd"}' }],
  ['/index/volume_range', { ...range, query: '{program="sshd"}', step: '60' }],
  ['/detected_labels', range],
  ['/detected_fields', { ...range, query: '{program="sshd"}' }],
  ['/detected_field/user/values', range],
  ['/patterns', { ...range, query: '{program="sshd"}' }],
])('a form of %s is answered as its address is', async (path, parameters) => {
  const asked = await loki.get(path, parameters, tokenHeaders('user-ann'))
  const { statusCode, body } = await form(`/loki/api/v1${path}`, String(new URLSearchParams(parameters)))
  const answerOf = (text: string) => text.replace(/"execTime":[\d.e-]+/, '')
  expect([statusCode, answerOf(body)]).toEqual([200, answerOf(asked.body)])
  expect(body.length).toBeGreaterThan(20)
})

test('a form comes before the address, and both have selectors of series', async () => {
  const url = `${address('/format_query', { query: '{host="b"}' })}`
  expect((await form(url, 'query=%7Bhost%3D%22a%22%7D')).json().data).toBe('{host="a"}')
  const series = await form(
    address('/series', { ...range, 'match[]': '{host="fw-1"}' }),
    'match%5B%5D=%7Bhost%3D%22fw-2%22%7D&match%5B%5D=%7Bhost%3D%22x%22%7D',
  )
  const hosts = series.json().data.map(({ host }: { host: string }) => host)
  expect([...new Set(hosts)].sort()).toEqual(['fw-1', 'fw-2'])
})

test.each<[about: string, payload: string, headers: Record<string, string>, status: number, text: string]>([
  ['an expression that is wrong', 'query=x', {}, 400, 'parse error at line 1, col 1: syntax error'],
  ['JSON', '{"query":"{}"}', { 'content-type': 'application/json' }, 415, 'Unsupported media type'],
  ['a long body', `query=${'x'.repeat(300_000)}`, {}, 413, ''],
  ['no token', 'query=1', { authorization: '' }, 401, 'Authentication credentials'],
  ['a token that sends', 'query=1', tokenHeaders('ingest-1'), 403, 'You do not have permission'],
])('a form with %s is refused as plain text', async (_about, payload, headers, status, text) => {
  const answer = await form('/loki/api/v1/query', payload, headers)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, 'text/plain; charset=utf-8'])
  expect(answer.body).toContain(text)
})

test('a form of a session is taken from its own page only', async () => {
  const answer = await loki.server.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { username: 'admin', password: 'secret' },
  })
  const cookie = `millrace_session=${answer.cookies[0]?.value}`
  const send = (headers: Record<string, string>) =>
    loki.server.app.inject({
      method: 'POST',
      url: '/loki/api/v1/query',
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: 'query=vector(1)',
    })
  expect((await send({ 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
  expect((await send({})).statusCode).toBe(403)
  expect((await send({ 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200)
})

test('a form is taken of a token that reads only', async () => {
  const made = await loki.server.app.inject({
    method: 'POST',
    url: '/api/authtokens',
    headers: tokenHeaders('user-admin'),
    payload: { read_only: true },
  })
  expect(made.statusCode).toBe(201)
  const authorization = `Bearer ${made.json().secret_key}`
  expect((await form('/loki/api/v1/query', 'query=vector(1)', { authorization })).statusCode).toBe(200)
})
