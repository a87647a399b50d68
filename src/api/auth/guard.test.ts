import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuthTokenDraft } from '../../schema/people/auth-token.ts'
import { LiveClient } from '../testing/live-client.ts'
import { annId, tokenHeaders } from '../testing/people.ts'
import { requestRow } from '../testing/permissions/request-row.ts'
import { permissionRows } from '../testing/permissions/rows.ts'
import { registeredBy } from '../testing/registered-routes.ts'
import { portOf, type TestServer, testServer } from '../testing/test-server.ts'

let server: TestServer
let routes: string[]
beforeAll(async () => {
  const build = () => testServer({ trustedProxies: ['127.0.0.1'] })
  ;({ built: server, routes } = await registeredBy(build))
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.app.close())

/** The administrator may do everything, so only the limits can refuse. */
async function makeToken(payload: AuthTokenDraft): Promise<Record<string, string>> {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/authtokens',
    headers: tokenHeaders('user-admin'),
    payload,
  })
  expect(answer.statusCode).toBe(201)
  return { authorization: `token ${answer.json().secret_key}` }
}
const call = (route: string, headers: Record<string, string>) => {
  const [method = '', path = ''] = route.split(' ')
  const url = path.replace(/:\w+/g, '1').replace('*', 'edge')
  // Routes have HTTP methods.
  return server.app.inject({ method: method as 'GET', url, headers })
}

/** Routes that a read-only token may call, although their method is one of changes. */
const allowed = [
  'POST /api/query',
  // For queries of its own user, which the service checks.
  'POST /api/query/:qid/stop',
  'POST /api/sql',
  'POST /elasticsearch/_count',
  'POST /elasticsearch/:index/_count',
  'POST /api/events/arrivals',
  'POST /api/events/extract',
  // Its tools only read; their requests are checked separately.
  'POST /mcp',
  'POST /api/triggers/preview',
  'POST /api/triggers/dry-run',
  'POST /api/rules/validate',
  'POST /api/rules/test',
]

/** Loki reads with a form. */
const readingForms = /^POST \/loki\/api\/v1\/(?!push$)/

describe('a token that only reads', () => {
  const open =
    / \/(ping|ready|version|api\/(version|schema|docs.*|monitor|login|logout)|incoming\/(docs|openapi.json)|services\/collector\/health.*)$/

  test('changes nothing, by any route, and reads by all others', async () => {
    const headers = await makeToken({ read_only: true })
    const refused: string[] = []
    for (const route of routes.filter(route => !open.test(route)))
      if ((await call(route, headers)).statusCode === 403) refused.push(route)
    const isAllowed = (route: string) => allowed.includes(route) || readingForms.test(route)
    const changing = routes.filter(
      route => /^(POST|PUT|PATCH|DELETE) /.test(route) && !isAllowed(route) && !open.test(route),
    )
    const keys = ['GET /api/authtokens', 'GET /api/authtokens/:secret_key']
    expect(refused.sort()).toEqual([...changing, ...keys].sort())
    expect(refused.length).toBeGreaterThan(60)
  })

  test('says so', async () => {
    const headers = await makeToken({ read_only: true })
    const answer = await call('POST /api/groups', headers)
    expect([answer.statusCode, answer.json()]).toEqual([
      403,
      { detail: 'This token reads only.', code: 'permission_denied' },
    ])
    const query = {
      method: 'POST',
      url: '/api/query',
      headers,
      payload: { type: 'Search', params: {} },
    } as const
    expect((await server.app.inject(query)).statusCode).toBe(200)
    expect(server.queryService.lastReader).toMatchObject({ readsOnly: true })
  })

  test('is one of a user', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/authtokens',
      headers: tokenHeaders('user-admin'),
      payload: { token_type: 'INGEST', read_only: true },
    })
    expect(answer.json()).toEqual({ read_only: ['Only a USER token is read-only.'], code: 'validation' })
  })
})

describe('a token of some addresses', () => {
  const from = (address: string, headers: Record<string, string>) => ({
    ...headers,
    'x-forwarded-for': address,
  })
  const cases: [address: string, isAccepted: boolean][] = [
    ['192.0.2.7', true],
    ['192.0.2.200', false],
    ['2001:db8::17', true],
    ['2001:db9::17', false],
    ['::ffff:192.0.2.7', true],
  ]

  test.each(cases)('from %s: %s', async (address, isAccepted) => {
    const networks = ['192.0.2.0/25', '2001:db8::/64']
    const sender = await makeToken({ token_type: 'INGEST', networks })
    expect((await call('POST /incoming', from(address, sender))).statusCode).toBe(isAccepted ? 200 : 403)
    const hec = await call('POST /services/collector/event', from(address, sender))
    expect(hec.statusCode === 403).toBe(!isAccepted)
    const user = await makeToken({ networks })
    expect((await call('GET /api/auth', from(address, user))).statusCode).toBe(isAccepted ? 200 : 403)
    const socket = LiveClient.open(portOf(server.app), from(address, user))
    if (isAccepted) (await socket).socket.terminate()
    else await expect(socket).rejects.toThrow('403')
  })

  test('neither reads nor makes tokens, which could be without limits', async () => {
    const headers = from('192.0.2.7', await makeToken({ networks: ['192.0.2.7'] }))
    for (const route of ['GET /api/authtokens', 'POST /api/authtokens', 'DELETE /api/authtokens/:secret_key'])
      expect((await call(route, headers)).json()).toEqual({
        detail: 'A token with limits makes no tokens and sets no passwords.',
        code: 'permission_denied',
      })
  })

  test('sets no password, which would sign in from anywhere', async () => {
    const headers = from('192.0.2.7', await makeToken({ networks: ['192.0.2.7'] }))
    const payload = { username: 'dan', password: 'a pass phrase of somebody' }
    for (const [method, url] of [
      ['PATCH', '/api/users/me'],
      ['POST', '/api/users'],
      ['PATCH', '/api/users/2'],
      ['PUT', '/api/users/2'],
    ] as const) {
      const body = url === '/api/users/me' ? { password: payload.password } : payload
      const { statusCode } = await server.app.inject({ method, url, headers, payload: body })
      expect([method, url, statusCode]).toEqual([method, url, 403])
    }
    const named = await server.app.inject({
      method: 'PATCH',
      url: '/api/users/me',
      headers,
      payload: { first_name: 'Ada' },
    })
    expect(named.statusCode).toBe(200)
  })

  test.each(['192.0.2.0/33', 'router', '', '::1%eth0'])('not of %s', async network => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/authtokens',
      headers: tokenHeaders('user-admin'),
      payload: { networks: [network] },
    })
    expect(answer.statusCode).toBe(400)
  })
})

describe('a token with any limit makes no way in', () => {
  const limits: [name: string, limit: AuthTokenDraft][] = [
    ['networks', { networks: ['127.0.0.1'] }],
    ['reading only', { read_only: true }],
    ['expiring', { expires_at: 4_000_000_000 }],
    ['scope', { scope: { dashboard_id: 1 } }],
  ]
  const ways = permissionRows.filter(({ statuses }) => statuses.limited === 403 && statuses.manager !== 403)

  test('by routes that the table of permissions names', () => {
    const operations = [...new Set(ways.map(({ operation }) => operation))]
    expect(operations).toContain('PATCH /api/users/me')
    expect(operations.length).toBeGreaterThan(8)
  })

  test.each(limits)('%s', async (name, limit) => {
    const dashboard = { method: 'POST', url: '/api/dashboards', payload: { title: 'Wall' } } as const
    const { id } = (await server.app.inject({ ...dashboard, headers: tokenHeaders('user-admin') })).json()
    if (limit.scope != null) limit.scope.dashboard_id = id
    const headers = await makeToken(limit)
    for (const way of ways) {
      // A token that only expires may revoke itself with `DELETE`.
      if (name === 'expiring' && way.operation.startsWith('DELETE ')) continue
      const status = await requestRow(server, way, headers, annId)
      expect([way.operation, way.about, status]).toEqual([way.operation, way.about, 403])
    }
  })

  test('but revokes itself, when it only expires', async () => {
    const headers = await makeToken({ expires_at: 4_000_000_000 })
    const url = `/api/authtokens/${headers.authorization?.replace('token ', '')}`
    expect((await server.app.inject({ method: 'DELETE', url, headers })).statusCode).toBe(204)
  })
})
