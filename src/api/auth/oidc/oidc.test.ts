import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openLog } from '../../../telemetry/log.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'
import { type OidcOptions, OidcSignIn } from './oidc-sign-in.ts'
import { clientId, clientSecret, TestProvider } from './testing/test-provider.ts'

const publicUrl = 'https://logs.example'
const host = 'logs.example'
const logLines: string[] = []
let provider: TestProvider
let server: TestServer
let options: OidcOptions

beforeAll(async () => {
  provider = await TestProvider.start(publicUrl)
  server = await testServer(people => {
    options = {
      issuer: provider.issuer,
      clientId,
      clientSecret,
      clientAuth: 'basic',
      name: 'Acme',
      scopes: ['profile', 'email'],
      claims: { username: 'preferred_username', groups: 'groups', mailDomains: [] },
      publicUrl,
      endsSession: true,
      sessionAgeSeconds: 3_600,
      policy: { firstSignIn: 'create', isGroupRequired: false },
      sealer: people.metadata.keyring,
      log: openLog('warn', { write: line => void logLines.push(line) }),
    }
    return { publicUrl, oidc: new OidcSignIn(options) }
  })
})
afterEach(() => {
  provider.tampering = undefined
})
afterAll(async () => {
  await server.app.close()
  await provider.close()
})

/** A browser that has started to sign in: its address, and its cookie. */
async function begin(returnTo = '/'): Promise<{ address: string; cookie: string }> {
  const url = `/api/login/oidc?return_to=${encodeURIComponent(returnTo)}`
  const answer = await server.app.inject({ url, headers: { host } })
  expect(answer.statusCode).toBe(303)
  const [cookie] = answer.cookies
  const name = '__Host-millrace_oidc'
  expect(cookie).toMatchObject({ name, httpOnly: true, secure: true, sameSite: 'Lax' })
  return { address: String(answer.headers.location), cookie: `${name}=${cookie?.value}` }
}

/** Returns from the provider to this address. */
async function comeBack(address: URL, cookie: string) {
  const answer = await server.app.inject({
    url: address.pathname + address.search,
    headers: { host, cookie },
  })
  const session = answer.cookies.find(({ name }) => name === '__Host-millrace_session')
  return {
    location: String(answer.headers.location),
    session: session && `__Host-millrace_session=${session.value}`,
    maxAge: session?.maxAge,
    cookies: answer.cookies,
  }
}

async function signIn(person: string | null, returnTo?: string) {
  const { address, cookie } = await begin(returnTo)
  return comeBack(await provider.authorize(address, person), cookie)
}

const userOf = async (cookie = '') =>
  (await server.app.inject({ url: '/api/auth', headers: { cookie } })).json().user
const failure = (named: string) => `${publicUrl}/?sign_in_failure=${named}`

test('the page is given the provider, by the public address', async () => {
  const methods = await server.app.inject('/api/login/methods')
  expect(methods.json()).toEqual({
    password: true,
    oidc: { name: 'Acme', url: 'https://logs.example/api/login/oidc' },
  })
})

test('a request for a sign-in has PKCE, state and nonce, new ones each time', async () => {
  const [one, other] = [await begin(), await begin()].map(({ address }) => new URL(address).searchParams)
  expect(Object.fromEntries(one ?? [])).toMatchObject({
    response_type: 'code',
    client_id: 'millrace',
    redirect_uri: 'https://logs.example/api/login/oidc/callback',
    scope: 'openid profile email',
    code_challenge_method: 'S256',
  })
  for (const name of ['state', 'nonce', 'code_challenge']) {
    expect(one?.get(name)?.length).toBeGreaterThanOrEqual(43)
    expect(one?.get(name)).not.toBe(other?.get(name))
  }
})

test('a first sign-in makes a user with names and groups, later ones follow the provider', async () => {
  const { groups, audit, users } = server.people.metadata
  const net = await groups.create({
    name: 'net',
    permissions: ['search'],
    external_groups: ['netops', 'noc'],
  })
  const all = await groups.create({
    name: 'everything',
    permissions: ['manage_users'],
    external_groups: ['admins'],
  })
  const own = await groups.create({ name: 'by hand', permissions: ['tasks'] })
  provider.people['subject-1'] = {
    preferred_username: 'carol',
    given_name: 'Carol',
    family_name: 'Jones',
    email: 'carol@example.com',
    groups: ['netops', 'admins', 'others'],
  }
  const first = await signIn('subject-1', '/dashboards/3?range=last_1_hours')
  expect(first).toMatchObject({ location: `${publicUrl}/dashboards/3?range=last_1_hours`, maxAge: 3_600 })
  const user = await userOf(first.session)
  expect(user).toMatchObject({
    username: 'carol',
    fullname: 'Carol Jones',
    permissions: ['manage_users', 'search'],
  })
  const entry = (await audit.list({ userId: user.id }, { offset: 0, limit: 1 })).objects[0]
  expect(entry).toMatchObject({
    action: 'login',
    result: 'ok',
    username: 'carol',
    changes: [
      { member: 'user', after: 'created' },
      { member: 'groups', before: [], after: [net.id, all.id] },
    ],
  })

  await users.update(user.id, { groups: [net.id, all.id, own.id] })
  provider.people['subject-1'] = { preferred_username: 'caroline', given_name: 'Caroline', groups: 'noc' }
  const second = await signIn('subject-1')
  expect(await users.get(user.id)).toMatchObject({
    // Values that the provider no longer sends are kept; a username never changes.
    username: 'carol',
    fullname: 'Caroline Jones',
    email: 'carol@example.com',
    groups: [net.id, own.id],
  })
  // Existing sessions also get the new rights.
  for (const { session } of [first, second])
    expect((await userOf(session)).permissions).toEqual(['search', 'tasks'])

  provider.people['subject-1'] = { preferred_username: 'carol' }
  await signIn('subject-1')
  expect((await users.get(user.id)).groups).toEqual([own.id])
})

describe('no user gets in', () => {
  const refused = async (person: string | null, claims: Record<string, unknown> = {}) => {
    if (person !== null) provider.people[person] = { preferred_username: person, ...claims }
    const { location, session } = await signIn(person)
    expect(session).toBeUndefined()
    return location
  }

  test('as a user of this service who has that username', async () => {
    for (const name of ['admin', 'Ann']) expect(await refused(name)).toBe(failure('name_taken'))
    options.policy.firstSignIn = 'create_or_link'
    expect(await refused('ADMIN')).toBe(failure('name_taken'))
    options.policy.firstSignIn = 'create'
  })

  test('whom the provider refuses', async () => {
    expect(await refused(null)).toBe(failure('denied'))
  })

  test('without a username', async () => {
    for (const bad of ['', ' ', 7, 'x'.repeat(151), 'two\nlines'])
      expect(await refused('subject-2', { preferred_username: bad })).toBe(failure('misconfigured'))
    expect(logLines.at(-1)).toContain('no usable claim preferred_username')
  })

  test('whose user is disabled here', async () => {
    provider.people.dave = { preferred_username: 'dave' }
    const { session } = await signIn('dave')
    await server.people.metadata.users.update((await userOf(session)).id, { is_active: false })
    expect(await refused('dave')).toBe(failure('disabled'))
    expect(
      (await server.people.metadata.audit.list({ result: 'refused' }, { offset: 0, limit: 1 })).objects,
    ).toMatchObject([{ action: 'login', username: 'dave', credential: 'none' }])
  })

  test('without a group, where one is needed', async () => {
    options.policy.isGroupRequired = true
    expect(await refused('erin', { groups: ['netop', 'NETOPS'] })).toBe(failure('no_group'))
    options.policy.isGroupRequired = false
    expect(await server.people.metadata.users.findByName('erin')).toBeUndefined()
  })

  const now = () => Math.floor(Date.now() / 1_000)
  const foreignKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const forged: [what: string, tampering: () => TestProvider['tampering']][] = [
    ['another nonce', () => ({ claims: { nonce: 'n'.repeat(43) } })],
    ['no nonce', () => ({ claims: { nonce: undefined } })],
    ['an end that has passed', () => ({ claims: { iat: now() - 900, exp: now() - 300 } })],
    ['a beginning to come', () => ({ claims: { nbf: now() + 300 } })],
    ['another audience', () => ({ claims: { aud: 'another-service' } })],
    ['another issuer', () => ({ claims: { iss: 'https://evil.example' } })],
    ['no subject', () => ({ claims: { sub: undefined } })],
    ['the signature of another key', () => ({ key: foreignKey })],
    ['no signature', () => ({ alg: 'none' })],
  ]
  test.each(forged)('by an ID token with %s', async (_what, tampering) => {
    provider.tampering = tampering()
    expect(await refused('mallory')).toBe(failure('invalid'))
    expect(await server.people.metadata.users.findByName('mallory')).toBeUndefined()
  })

  test('by the answer to another browser, another state, or one that was used', async () => {
    provider.people.frank = { preferred_username: 'frank' }
    const mine = await begin()
    const answer = await provider.authorize(mine.address, 'frank')
    const other = await begin()
    for (const cookie of [other.cookie, '__Host-millrace_oidc=v1.made-up', ''])
      expect(await comeBack(answer, cookie)).toMatchObject({
        location: failure('expired'),
        session: undefined,
      })
    const changed = new URL(answer)
    changed.searchParams.set('state', 's'.repeat(43))
    expect(await comeBack(changed, mine.cookie)).toMatchObject({ location: failure('expired') })
    // The thief of a code has a different state, and lacks the verifier to which the code is bound.
    const stolen = new URL(answer)
    stolen.searchParams.set('state', new URL(other.address).searchParams.get('state') ?? '')
    expect(await comeBack(stolen, other.cookie)).toMatchObject({ location: failure('expired') })
  })

  test('by a code that is used again', async () => {
    provider.people.grace = { preferred_username: 'grace' }
    const { address, cookie } = await begin()
    const answer = await provider.authorize(address, 'grace')
    const first = await comeBack(answer, cookie)
    expect(first.session).toBeDefined()
    expect(first.cookies).toContainEqual(expect.objectContaining({ name: '__Host-millrace_oidc', value: '' }))
    expect(await comeBack(answer, cookie)).toMatchObject({ location: failure('expired'), session: undefined })
    expect(logLines.at(-1)).toContain('invalid_grant')
  })

  test('by an answer that another provider is made responsible for (RFC 9207)', async () => {
    provider.people.grace = { preferred_username: 'grace' }
    const { address, cookie } = await begin()
    const answer = await provider.authorize(address, 'grace')
    answer.searchParams.set('iss', 'https://evil.example')
    expect(await comeBack(answer, cookie)).toMatchObject({ location: failure('invalid'), session: undefined })
  })
})

test.each([
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example',
  'javascript:alert(1)',
  '/api/logout',
  `/search?q=${'x'.repeat(1_000)}`,
])('no browser is sent on to %s', async returnTo => {
  provider.people.heidi = { preferred_username: 'heidi' }
  expect((await signIn('heidi', returnTo)).location).toBe(`${publicUrl}/`)
})

test('signing out ends the session, and leads to the provider with the id token of the session', async () => {
  provider.people.ivan = { preferred_username: 'ivan' }
  const { session = '' } = await signIn('ivan')
  const headers = { host, cookie: session, origin: publicUrl }
  const answer = await server.app.inject({ method: 'POST', url: '/api/logout', headers })
  expect(answer.statusCode).toBe(200)
  const address = new URL(answer.json().end_session_url)
  expect(address.origin).toBe(provider.issuer)
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    client_id: 'millrace',
    post_logout_redirect_uri: 'https://logs.example/',
    id_token_hint: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  })
  // The provider accepts it.
  expect((await fetch(address)).status).toBe(200)
  expect(await userOf(session)).toBeUndefined()
  const local = await server.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { username: 'admin', password: 'secret' },
  })
  const cookie = `__Host-millrace_session=${local.cookies[0]?.value}`
  const out = await server.app.inject({ method: 'POST', url: '/api/logout', headers: { host, cookie } })
  expect(out.statusCode).toBe(204)
})

test('a provider that is away, hangs, or answers nonsense is told apart from a wrong set-up, and admin signs in', async () => {
  const hanging = createServer((request, response) => {
    if (request.url?.startsWith('/nonsense')) response.end('<html>')
    else if (request.url?.startsWith('/endless')) response.write(' '.repeat(2_000_000))
  })
  await new Promise<void>(resolve => hanging.listen(0, '127.0.0.1', resolve))
  const address = hanging.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const issuers: [issuer: string, failure: string][] = [
    ['http://127.0.0.1:9', 'unavailable'],
    [`http://127.0.0.1:${port}/hangs`, 'unavailable'],
    [`http://127.0.0.1:${port}/nonsense`, 'unavailable'],
    [`http://127.0.0.1:${port}/endless`, 'unavailable'],
    [`${provider.issuer}/another`, 'unavailable'],
  ]
  for (const [issuer, wanted] of issuers) {
    const broken = new OidcSignIn({ ...options, issuer, timeoutSeconds: 0.3 })
    await expect(broken.begin('/'), issuer).rejects.toMatchObject({ failure: wanted })
  }
  hanging.closeAllConnections()
  hanging.close()
  const misnamed = new OidcSignIn({ ...options, issuer: provider.issuer.replace('127.0.0.1', 'localhost') })
  await expect(misnamed.begin('/')).rejects.toMatchObject({ failure: 'misconfigured' })
  const payload = { username: 'admin', password: 'secret' }
  expect((await server.app.inject({ method: 'POST', url: '/api/login', payload })).statusCode).toBe(200)
})

test('answers that no sign-in of the browser waits for, as any site can cause, throttle no sign-in and end none', async () => {
  provider.people.leo = { preferred_username: 'leo' }
  const { address, cookie } = await begin()
  const before = logLines.length
  for (let count = 0; count < 60; count++) {
    const sent = await comeBack(new URL(`${publicUrl}/api/login/oidc/callback?state=x`), cookie)
    expect(sent).toMatchObject({ location: failure('expired'), cookies: [] })
  }
  expect(logLines.length - before).toBeLessThanOrEqual(1)
  const answer = await comeBack(await provider.authorize(address, 'leo'), cookie)
  expect(answer).toMatchObject({ location: `${publicUrl}/`, session: expect.any(String) })
})

test('a provider that fails is asked again after some seconds, and warned of once a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  onTestFinished(() => void vi.useRealTimers())
  let asked = 0
  const failing = createServer((_request, response) => {
    asked++
    response.writeHead(503).end()
  })
  await new Promise<void>(resolve => failing.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void failing.close())
  const address = failing.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const oidc = new OidcSignIn({ ...options, issuer: `http://127.0.0.1:${port}` })
  const begin = () => expect(oidc.begin('/')).rejects.toMatchObject({ failure: 'unavailable' })
  const before = logLines.length
  for (let count = 0; count < 10; count++) await begin()
  vi.setSystemTime(Date.now() + 6_000)
  for (let count = 0; count < 10; count++) await begin()
  expect([asked, logLines.length - before]).toEqual([2, 1])
  vi.setSystemTime(Date.now() + 60_000)
  for (const attempt of [begin, () => oidc.endSessionAddress('')]) await attempt()
  const warned = logLines.slice(before).map(line => /A sign-(in|out) with Acme failed/.exec(line)?.[1])
  expect([asked, ...warned]).toEqual([3, 'in', 'in', 'out'])
})

test('a wrong client secret is a wrong set-up, and stands nowhere', async () => {
  provider.people.judy = { preferred_username: 'judy' }
  const wrong = new OidcSignIn({ ...options, clientSecret: 'a wrong secret' })
  const { address, cookie } = await wrong.begin('/')
  const answer = await provider.authorize(address, 'judy')
  const query = answer.search.slice(1)
  await expect(wrong.finish(query, wrong.pendingOf(query, cookie))).rejects.toMatchObject({
    failure: 'misconfigured',
  })
  expect(logLines.join()).not.toMatch(/a wrong secret|the secret of the client/)
  expect(logLines.join()).not.toContain(answer.searchParams.get('code'))
})

test('claims that are in no ID token are asked for; addresses of other domains are left out', async () => {
  const lean = await TestProvider.start(publicUrl, { inUserInfo: true })
  const claims = { preferred_username: 'kim', email: 'kim@evil.example', groups: ['noc'] }
  lean.people.kim = claims
  const names = { username: 'preferred_username', groups: 'groups', mailDomains: ['example.com'] }
  const oidc = new OidcSignIn({ ...options, issuer: lean.issuer, claims: names })
  const accountOf = async () => {
    const { address, cookie } = await oidc.begin('/')
    const query = (await lean.authorize(address, 'kim')).search.slice(1)
    return (await oidc.finish(query, oidc.pendingOf(query, cookie))).account
  }
  expect(await accountOf()).toMatchObject({
    subject: 'kim',
    username: 'kim',
    email: undefined,
    groups: ['noc'],
  })
  lean.people.kim = { ...claims, email: 'kim@example.com' }
  expect(await accountOf()).toMatchObject({ email: 'kim@example.com' })
  lean.people.kim = { ...claims, email: 'kim@example.com', email_verified: false }
  expect(await accountOf()).toMatchObject({ email: undefined })
  expect(lean.asked).toContain('/me')
  await lean.close()
})
