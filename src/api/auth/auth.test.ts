import { afterEach, describe, expect, test } from 'vitest'
import { proves } from '../testing/conformance/proves.ts'
import { tokenHeaders, tokenSecret } from '../testing/people.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

let server: TestServer
afterEach(() => server.app.close())

async function signedIn(): Promise<string> {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { username: 'admin', password: 'secret' },
  })
  expect(answer.statusCode).toBe(200)
  const [cookie] = answer.cookies
  expect(cookie).toMatchObject({
    name: 'millrace_session',
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: 1209600,
  })
  return `millrace_session=${cookie?.value}`
}

describe('a token is taken', () => {
  const ways: [name: string, url: string, headers: Record<string, string>][] = [
    ['in the header', '/api/auth', { authorization: `token ${tokenSecret('user-ann')}` }],
    [
      'in the header, in any case and spacing',
      '/api/auth/',
      { authorization: ` TOKEN   ${tokenSecret('user-ann')} ` },
    ],
    ['in the query', `/api/auth?AUTHTOKEN=${tokenSecret('user-ann')}`, {}],
    [
      'in the header rather than the query',
      `/api/auth?AUTHTOKEN=${tokenSecret('ingest-1')}`,
      tokenHeaders('user-ann'),
    ],
  ]
  test.each(ways)('%s', async (_name, url, headers) => {
    proves('Authentication 1')
    server = await testServer()
    const answer = await server.app.inject({ url, headers })
    expect(answer.json()).toEqual({
      user: { id: 2, username: 'ann', fullname: 'Ann Other', permissions: ['search'], all_hosts: false },
    })
  })

  test.each(['x-lz-access-key', 'x-amz-firehose-access-key'])('in %s on /incoming', async name => {
    server = await testServer()
    const answer = await server.app.inject({
      method: 'POST',
      url: '/incoming',
      headers: { [name]: tokenSecret('ingest-1') },
    })
    expect(answer.statusCode).toBe(200)
  })
})

describe('an INGEST token without its `ingest-`', () => {
  const bare = tokenSecret('ingest-1').slice('ingest-'.length)
  const ways: [name: string, url: string, headers: Record<string, string>][] = [
    ['in the header', '/incoming', { authorization: `token ${bare}` }],
    ['in the query', `/incoming?AUTHTOKEN=${bare}`, {}],
    ['in an access key header', '/incoming/raw/app', { 'x-lz-access-key': bare }],
    ['as shippers show it', '/incoming', { authorization: `Bearer ${bare}` }],
  ]
  test.each(ways)('is taken %s', async (_name, url, headers) => {
    server = await testServer()
    const answer = await server.app.inject({ method: 'POST', url, headers, payload: '{}' })
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok' }])
  })

  const others: [name: string, url: string, secret: string, status: number][] = [
    ['elsewhere', '/api/auth', bare, 401],
    ['of USER tokens', '/incoming', tokenSecret('user-ann').slice('user-'.length), 401],
    ['one character shorter', '/incoming', bare.slice(1), 401],
    ['one that no user has', '/incoming', '0'.repeat(48), 401],
  ]
  test.each(others)('is not taken: %s', async (_name, url, secret, status) => {
    server = await testServer()
    const method = url === '/incoming' ? 'POST' : 'GET'
    const headers = { authorization: `token ${secret}` }
    expect((await server.app.inject({ method, url, headers })).statusCode).toBe(status)
  })
})

test('an INGEST token is not signed in at /api/auth', async () => {
  server = await testServer()
  const answer = await server.app.inject({ url: '/api/auth', headers: tokenHeaders('ingest-1') })
  expect([answer.statusCode, answer.json()]).toEqual([200, { user: null }])
})

test.each(['/api', '/api/authtokens', '/api/events/42', '/api/dictionaries/status', '/ws/live-updates'])(
  'an INGEST token opens %s no more than a caller without credentials does',
  async url => {
    server = await testServer()
    expect((await server.app.inject({ url, headers: tokenHeaders('ingest-1') })).statusCode).toBe(403)
    expect((await server.app.inject({ url })).statusCode).toBe(401)
  },
)

test.each(['/ping', '/api/monitor', '/version', '/api/version'])('%s is for everybody', async url => {
  server = await testServer()
  expect((await server.app.inject({ url })).statusCode).toBe(200)
})

describe('a session', () => {
  const own = 'http://logs.example:8080'
  const host = 'logs.example:8080'
  const requests: [
    name: string,
    method: 'GET' | 'POST' | 'DELETE',
    headers: Record<string, string>,
    status: number,
  ][] = [
    ['reads without an origin', 'GET', {}, 200],
    ['reads from a foreign page', 'GET', { origin: 'https://evil.example' }, 200],
    ['changes from its own page', 'POST', { origin: own }, 201],
    ['changes from its own page, as the browser says', 'POST', { 'sec-fetch-site': 'same-origin' }, 201],
    ['changes nothing without an origin', 'POST', {}, 403],
    ['changes nothing from a foreign page', 'POST', { origin: 'https://evil.example' }, 403],
    ['changes nothing from another port', 'POST', { origin: 'http://logs.example:9090' }, 403],
    ['changes nothing from an opaque origin', 'POST', { origin: 'null' }, 403],
    [
      'changes nothing across sites, whatever Origin says',
      'POST',
      { 'sec-fetch-site': 'cross-site', origin: own },
      403,
    ],
    ['changes nothing from a sister site', 'POST', { 'sec-fetch-site': 'same-site' }, 403],
  ]
  test.each(requests)('%s', async (_name, method, headers, status) => {
    server = await testServer()
    const cookie = await signedIn()
    const payload = method === 'POST' ? { payload: {} } : {}
    const answer = await server.app.inject({
      method,
      url: '/api/authtokens',
      headers: { host, cookie, ...headers },
      ...payload,
    })
    expect(answer.statusCode).toBe(status)
  })

  test.each(['stop', 'remove', 'recalculate'])('needs its own page for GET %s', async command => {
    server = await testServer()
    const cookie = await signedIn()
    const payload = { type: 'Search', params: {} }
    await server.app.inject({
      method: 'POST',
      url: '/api/query',
      headers: tokenHeaders('user-admin'),
      payload,
    })
    const url = `/api/query/q1/${command}`
    const bare = await server.app.inject({ url, headers: { host, cookie } })
    expect(bare.statusCode).toBe(403)
    const own = await server.app.inject({ url, headers: { host, cookie, referer: `http://${host}/search` } })
    expect(own.statusCode).toBe(200)
  })

  test('has an id of its own: one that was planted before signing in stays signed out', async () => {
    server = await testServer()
    const planted = `millrace_session=${'planted'.padEnd(43, '0')}`
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { cookie: planted },
      payload: { username: 'admin', password: 'secret' },
    })
    const own = `millrace_session=${answer.cookies[0]?.value}`
    expect(own).not.toBe(planted)
    const statusWith = async (cookie: string) =>
      (await server.app.inject({ url: '/api/auth', headers: { cookie } })).statusCode
    expect([await statusWith(own), await statusWith(planted)]).toEqual([200, 401])
  })

  test('ends with logout', async () => {
    server = await testServer()
    const cookie = await signedIn()
    const answer = await server.app.inject({ method: 'POST', url: '/api/logout', headers: { cookie } })
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    expect(answer.cookies[0]).toMatchObject({ name: 'millrace_session', value: '' })
    expect((await server.app.inject({ url: '/api/auth', headers: { cookie } })).statusCode).toBe(401)
  })
})

describe('behind a proxy that ends TLS and is not trusted', () => {
  const publicUrl = 'https://logs.example/'
  const host = 'logs.example'
  const login = (headers: Record<string, string>) =>
    server.app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { host, ...headers },
      payload: { username: 'admin', password: 'secret' },
    })

  test('cookies are Secure, when the public address is https', async () => {
    server = await testServer({ publicUrl })
    const answer = await login({ origin: 'https://logs.example' })
    expect(answer.statusCode).toBe(200)
    expect(answer.cookies.map(({ name, secure }) => [name, secure])).toEqual([
      ['__Host-millrace_session', true],
      ['__Host-millrace_device', true],
    ])
    const cookie = `__Host-millrace_session=${answer.cookies[0]?.value}`
    const headers = { host, cookie, origin: 'https://logs.example' }
    const out = await server.app.inject({ method: 'POST', url: '/api/logout', headers })
    expect([out.statusCode, out.cookies[0]]).toMatchObject([204, { value: '', secure: true }])
    expect(out.headers['clear-site-data']).toBe('"cache", "storage"')
  })

  test('over https no cookie counts that a subdomain may have planted', async () => {
    server = await testServer({ publicUrl, trustedProxies: ['127.0.0.1'] })
    const value = (await login({})).cookies[0]?.value
    const statusOf = async (cookie: string, protocol: string) => {
      const headers = { host, cookie, 'x-forwarded-proto': protocol }
      return (await server.app.inject({ url: '/api/auth', headers })).statusCode
    }
    expect(await statusOf(`__Host-millrace_session=${value}`, 'https')).toBe(200)
    expect(await statusOf(`millrace_session=${value}`, 'https')).toBe(401)
    expect(await statusOf(`millrace_session=${value}`, 'http')).toBe(200)
  })

  test.each([undefined, 'http://logs.example'])('with the public address %s they are not', async address => {
    server = await testServer(address === undefined ? {} : { publicUrl: address })
    const { cookies } = await login({})
    expect(cookies.map(({ secure }) => secure)).toEqual([undefined, undefined])
  })

  test('its public address is the own origin, and no other is', async () => {
    server = await testServer({ publicUrl: 'https://logs.example/millrace' })
    const [session] = (await login({})).cookies
    const change = async (origin: string, at = host) => {
      const headers = { host: at, cookie: `millrace_session=${session?.value}`, origin }
      return (await server.app.inject({ method: 'POST', url: '/api/authtokens', headers, payload: {} }))
        .statusCode
    }
    expect(await change('https://logs.example')).toBe(201)
    expect(await change('https://logs.example', '127.0.0.1:8080')).toBe(201)
    expect(await change('http://logs.example')).toBe(201)
    for (const foreign of ['https://logs.example:8443', 'https://evil.example', 'null']) {
      expect(await change(foreign)).toBe(403)
      expect((await login({ origin: foreign })).statusCode).toBe(403)
    }
  })
})

test('a token over its rate waits; others and sessions do not', async () => {
  proves('Limits 4')
  server = await testServer({ rateLimit: 2 })
  const ask = async (headers: Record<string, string>) => server.app.inject({ url: '/api/auth', headers })
  for (const status of [200, 200, 429]) expect((await ask(tokenHeaders('user-ann'))).statusCode).toBe(status)
  const refused = await ask(tokenHeaders('user-ann'))
  expect(refused.json()).toEqual({
    detail: expect.stringMatching(/^Request was throttled\. Expected available in \d+ seconds?\.$/),
    code: 'throttled',
  })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await ask(tokenHeaders('user-bob'))).statusCode).toBe(200)
  const cookie = await signedIn()
  for (let i = 0; i < 3; i++) expect((await ask({ cookie })).statusCode).toBe(200)
})
