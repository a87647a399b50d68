import { expect, test } from 'vitest'
import { AllowList, OutgoingGuard, type OutgoingGuardOptions } from '../../../../outgoing/outgoing-guard.ts'
import { openHttpSink } from '../../testing/http-sink.ts'
import { hostileValues, testContext } from '../../testing/test-context.ts'
import { type WebhookDeps, webhookRunner } from './webhook.ts'
import type { WebhookAction } from './webhook-action.ts'

const signal = new AbortController().signal
const ownPort = 8123

function webhook(guard: Partial<OutgoingGuardOptions> = {}, deps: Partial<WebhookDeps> = {}) {
  const options = { allowed: new AllowList(['127.0.0.1']), ownPorts: () => new Set([ownPort]), ...guard }
  return webhookRunner({ guard: new OutgoingGuard(options), ...deps })
}
function action(url: string, more: Partial<WebhookAction> = {}): WebhookAction {
  return {
    ...{ kind: 'webhook', method: 'POST', url, query: '', headers: {} },
    ...{ format: 'template', body: '', verifyTls: true },
    ...more,
  }
}
const send = (one: WebhookAction, run = webhook(), context = testContext()) => run(one, context, signal)

test('a POST has the body of the template as JSON and a key to recognise repeats by', async () => {
  const sink = await openHttpSink()
  const body = '{"channel": "#ops", "text": "{{event:host}}: {{event:message}}"}'
  const headers = { Authorization: 'Bearer abc', 'X-Host': '{{event:host}}' }
  const result = await send(
    action(`${sink.url}/hook/{{event:host}}`, { body, headers, query: 'n={{matches:count}}' }),
  )
  expect(result).toEqual({ status: 'done', detail: 'Answered with 200.', retry: false, output: 'ok' })
  const [request] = sink.received
  expect(request).toMatchObject({ method: 'POST', url: '/hook/fw-1?n=2' })
  expect(request?.headers).toMatchObject({
    host: `127.0.0.1:${sink.port}`,
    authorization: 'Bearer abc',
    'x-host': 'fw-1',
    'content-type': 'application/json',
    'idempotency-key': '7-1001-3',
    'user-agent': 'Millrace',
  })
  expect(JSON.parse(request?.body ?? '')).toEqual({
    channel: '#ops',
    text: 'fw-1: Deny tcp src outside:192.0.2.7/4242 dst inside:198.51.100.2/22',
  })
})

test('a GET has no body', async () => {
  const sink = await openHttpSink()
  await send(action(sink.url, { method: 'GET', query: 'text={{event:message}}' }))
  const [request] = sink.received
  expect(request).toMatchObject({ method: 'GET', body: '' })
  expect(new URL(request?.url ?? '', sink.url).searchParams.get('text')).toContain('Deny tcp src')
  expect(request?.headers).not.toHaveProperty('content-type')
})

test('a form that needs a body is not sent with GET', async () => {
  const sink = await openHttpSink()
  const detail = 'Expected POST: a GET has no body, and the form slack needs one.'
  expect(await send(action(sink.url, { method: 'GET', format: 'slack' }))).toMatchObject({
    status: 'refused',
    detail,
  })
  expect(sink.received).toEqual([])
})

test('values arrive as they are, whatever they hold', async () => {
  const sink = await openHttpSink()
  const one = action(`${sink.url}/x`, {
    body: '{"text": "{{event:message}}"}',
    query: 'q={{event:message}}',
    headers: { 'X-Message': '{{event:message}}' },
  })
  for (const message of hostileValues) {
    sink.received.length = 0
    expect(await send(one, webhook(), testContext({ message }))).toMatchObject({ status: 'done' })
    const [request] = sink.received
    expect(JSON.parse(request?.body ?? '')).toEqual({ text: message.toWellFormed() })
    const url = new URL(request?.url ?? '', sink.url)
    expect([url.pathname, ...url.searchParams]).toEqual(['/x', ['q', message.toWellFormed()]])
    expect(request?.headers).not.toHaveProperty('x-injected')
  }
})

const bodies: [type: string, template: string, body: string][] = [
  ['text/plain', 'a "{{event:host}}"', 'a "<a&b="c">"'],
  ['application/x-www-form-urlencoded', 'payload={{event:host}}&x=1', 'payload=%3Ca%26b%3D%22c%22%3E&x=1'],
  ['application/xml; charset=utf-8', '<h a="{{event:host}}"/>', '<h a="&lt;a&amp;b=&quot;c&quot;&gt;"/>'],
  ['application/vnd.api+json', '{"h":"{{event:host}}"}', '{"h":"<a&b=\\"c\\">"}'],
]
test.each(bodies)('a body of %s escapes values in its own way', async (type, body, wanted) => {
  const sink = await openHttpSink()
  await send(
    action(sink.url, { body, headers: { 'Content-Type': type } }),
    webhook(),
    testContext({ host: '<a&b="c">' }),
  )
  expect(sink.received[0]).toMatchObject({ body: wanted, headers: { 'content-type': type } })
})

const answers: [status: number, result: string, retry: boolean][] = [
  [204, 'done', false],
  [400, 'failed', false],
  [404, 'failed', false],
  [408, 'failed', true],
  [429, 'failed', true],
  [500, 'failed', true],
  [503, 'failed', true],
]
test.each(answers)('an answer of %s is %s', async (status, result, retry) => {
  const sink = await openHttpSink((_request, response) => void response.writeHead(status).end())
  expect(await send(action(sink.url))).toMatchObject({
    status: result,
    retry,
    detail: `Answered with ${status}.`,
  })
})

test('an answer is read and kept up to a limit', async () => {
  const sink = await openHttpSink((_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    }
    response.on('drain', more)
    more()
  })
  const result = await send(action(sink.url))
  expect(result.status).toBe('done')
  expect(result.output).toBe('x'.repeat(4_096))
})

test('a receiver that switches to another protocol ends the attempt', async () => {
  const sink = await openHttpSink((_request, response) => {
    const lines = ['HTTP/1.1 101 Switching Protocols', 'Connection: Upgrade', 'Upgrade: websocket', '', '']
    response.socket?.write(lines.join('\r\n'))
  })
  const detail = 'Answered with 101.'
  expect(await send(action(sink.url))).toMatchObject({ status: 'failed', detail, retry: false })
})

test('a receiver that does not answer is not waited for', async () => {
  const sink = await openHttpSink(() => {})
  expect(await send(action(sink.url), webhook({}, { timeoutMs: 50 }))).toEqual({
    status: 'failed',
    detail: 'No answer within 0.05 seconds.',
    retry: true,
  })
  const ended = new AbortController()
  const running = webhook()(action(sink.url), testContext(), ended.signal)
  ended.abort()
  expect(await running).toEqual({ status: 'failed', detail: 'The attempt was cut short.', retry: true })
})

test('a receiver that is not there is tried again', async () => {
  expect(await send(action('http://127.0.0.1:1/'))).toEqual({
    status: 'failed',
    detail: 'The request failed: connect ECONNREFUSED 127.0.0.1:1',
    retry: true,
  })
  const inner = webhook({ allowed: new AllowList(['inner.example']), resolve: async () => ['127.0.0.1'] })
  expect((await send(action('http://inner.example:1/'), inner)).detail).toBe(
    'The request failed: connect ECONNREFUSED inner.example:1',
  )
  const both = webhook({
    allowed: new AllowList(['inner.example']),
    resolve: async () => ['127.0.0.1', '127.0.0.2'],
  })
  expect((await send(action('http://inner.example:1/'), both)).detail).not.toContain('127.0.0')
  const nowhere = webhook({ resolve: () => Promise.reject(new Error('getaddrinfo ENOTFOUND x.example')) })
  expect(await send(action('http://x.example/'), nowhere)).toMatchObject({ status: 'failed', retry: true })
})

test('three redirects are followed, each once', async () => {
  const sink = await openHttpSink((request, response) => {
    const step = Number(request.url?.slice(1))
    if (step === 0) response.end('there')
    else response.writeHead(307, { location: `/${step - 1}` }).end()
  })
  const body = '{"text": "{{event:host}}"}'
  expect(await send(action(`${sink.url}/3`, { body }))).toMatchObject({ status: 'done', output: 'there' })
  expect(sink.received.map(({ method, url, body: text }) => [method, url, text])).toEqual([
    ['POST', '/3', '{"text": "fw-1"}'],
    ['POST', '/2', '{"text": "fw-1"}'],
    ['POST', '/1', '{"text": "fw-1"}'],
    ['POST', '/0', '{"text": "fw-1"}'],
  ])
  expect(await send(action(`${sink.url}/4`))).toEqual({
    status: 'refused',
    detail: 'More than 3 redirects.',
    retry: false,
  })
})

test('secrets go to the host that they were written for only', async () => {
  const other = await openHttpSink()
  const sink = await openHttpSink(
    (_request, response) => void response.writeHead(307, { location: `${other.url}/there` }).end(),
  )
  const headers = { Authorization: 'Bearer abc', 'X-Api-Key': 'abc' }
  expect(await send(action(sink.url, { headers }))).toMatchObject({ status: 'done' })
  expect(sink.received[0]?.headers).toMatchObject({ 'x-api-key': 'abc' })
  expect(other.received[0]?.headers).not.toHaveProperty('x-api-key')
  expect(other.received[0]?.headers).not.toHaveProperty('authorization')
  expect(other.received[0]?.headers).toMatchObject({ 'idempotency-key': '7-1001-3' })
})

test('a POST that moved says so instead of arriving without its body', async () => {
  const sink = await openHttpSink(
    (_request, response) =>
      void response.writeHead(302, { location: 'https://new.example.com/services/T0/secret' }).end(),
  )
  expect(await send(action(sink.url))).toMatchObject({
    status: 'failed',
    detail: 'Answered with 302: the URL moved to new.example.com. Use the new URL.',
    retry: false,
  })
  expect(sink.received).toHaveLength(1)
})

const redirects: [location: string, detail: string][] = [
  ['http://169.254.169.254/latest/meta-data/', '169.254.169.254 is not a public address'],
  ['//169.254.169.254/', '169.254.169.254 is not a public address'],
  ['http://2852039166/', '169.254.169.254 is not a public address'],
  ['http://[::ffff:169.254.169.254]/', '::ffff:a9fe:a9fe is not a public address'],
  ['http://10.0.0.1/', '10.0.0.1 is not a public address'],
  ['http://[::1]/', '::1 is not a public address'],
  [`http://127.0.0.1:${ownPort}/incoming`, `127.0.0.1, port ${ownPort} is this service.`],
  ['file:///etc/passwd', 'A redirect to a URL that is neither http nor https.'],
  ['gopher://127.0.0.1:25/', 'A redirect to a URL that is neither http nor https.'],
  ['http://user:password@example.com/', 'A redirect to a URL with a user and a password.'],
]
test.each(redirects)('a redirect to %s is refused', async (location, detail) => {
  const sink = await openHttpSink((_request, response) => void response.writeHead(307, { location }).end())
  const result = await send(action(sink.url))
  expect(result).toMatchObject({ status: 'refused', retry: false })
  expect(result.detail).toContain(detail)
})

test('a name that resolves differently later is connected to where it was checked', async () => {
  const sink = await openHttpSink()
  // Public in the check; this machine in a second lookup, which a careless client makes when it connects.
  const answers = [['127.0.0.1'], ['169.254.169.254']]
  const rebinding = webhook({
    allowed: new AllowList(['127.0.0.1']),
    resolve: async () => answers.shift() ?? ['169.254.169.254'],
  })
  const one = action(`http://rebind.example.com:${sink.port}/`)
  expect(await send(one, rebinding)).toMatchObject({ status: 'done' })
  expect(answers).toHaveLength(1)
  expect(sink.received[0]?.headers.host).toBe(`rebind.example.com:${sink.port}`)
  expect(await send(one, rebinding)).toMatchObject({ status: 'refused' })
  expect(sink.received).toHaveLength(1)
})

const refusedActions: [name: string, more: Partial<WebhookAction>, detail: string][] = [
  ['a user in the URL', { url: 'http://a:b@example.com/' }, 'A URL must not contain a user and a password'],
  ['another scheme', { url: 'ftp://example.com/' }, 'The URL must begin with http:// or https://.'],
  ['our own port', { url: `http://127.0.0.1:${ownPort}/incoming` }, 'is this service.'],
  ['a body that is no JSON', { body: '{{event:message}} {' }, 'This is not JSON.'],
  ['an unknown type', { body: 'x', headers: { 'Content-Type': 'image/png' } }, 'The Content-Type must be'],
  [
    'an undefined capture',
    { body: '"{{regexp:message:a:1}}"' },
    'needs a line "Match-Message-a: <expression>"',
  ],
  ['a private address', { url: 'http://10.0.0.1/' }, 'MILLRACE_WEBHOOK_ALLOW does not allow it.'],
]
test.each(refusedActions)('%s is refused', async (_name, more, detail) => {
  const result = await send({ ...action('http://127.0.0.1:1/'), ...more })
  expect(result).toMatchObject({ status: 'refused', retry: false })
  expect(result.detail).toContain(detail)
})

test('a webhook uses the captures of the e-mail template', async () => {
  const sink = await openHttpSink()
  const captures = new Map([['peer', 'src \\w+:([\\d.]+)']])
  await send(action(sink.url, { body: '{"peer": "{{regexp:message:Peer:1}}"}', captures }))
  expect(sink.received[0]?.body).toBe('{"peer": "192.0.2.7"}')
})
