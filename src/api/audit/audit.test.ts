import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { permissions } from '../../metadata/identity/identity.ts'
import type { AuditEntry } from '../../schema/people/audit.ts'
import { adminId, annId, tokenHeaders, tokenSecret } from '../testing/people.ts'
import { requestRow } from '../testing/permissions/request-row.ts'
import { permissionRows } from '../testing/permissions/rows.ts'
import { registeredBy } from '../testing/registered-routes.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'
import { auditedRoutes } from './audited-routes.ts'

const everything = { offset: 0, limit: 1_000 }

describe('every route that changes something', () => {
  let server: TestServer
  let routes: string[]
  let made = 0
  beforeAll(async () => {
    ;({ built: server, routes } = await registeredBy(() => testServer()))
  })
  afterAll(() => server.app.close())
  const newest = async () => (await server.people.metadata.audit.list({}, everything)).objects[0]

  test('is in the table, and the table has no others', () => {
    const changing = routes.filter(route => /^(POST|PUT|PATCH|DELETE) /.test(route))
    expect(changing.filter(route => auditedRoutes[route] === undefined)).toEqual([])
    expect(Object.keys(auditedRoutes).filter(route => !routes.includes(route))).toEqual([])
  })

  /** Statuses of routes that cannot succeed with this server's stubs. */
  const refusedHere = [409, 503]

  // A token has no session to log out, and this server sends no mails and has no provider.
  const untried = ['POST /api/logout', 'POST /api/mailer', 'GET /api/login/oidc/callback']
  const tried = permissionRows.filter(
    ({ operation }) => auditedRoutes[operation] !== undefined && !untried.includes(operation),
  )
  const rows = tried.map(row => [row.about ? `${row.operation}, ${row.about}` : row.operation, row] as const)
  test.each(rows)('%s', async (_name, row) => {
    const declared = auditedRoutes[row.operation]
    const { users, groups, tokens } = server.people.metadata
    const { id } = await users.create({ username: `auditor ${++made}` })
    await groups.create({
      name: `auditors ${made}`,
      permissions: [...permissions],
      hosts: ['*'],
      members: [id],
    })
    const token = await tokens.create({ userId: id, managesUsers: false }, {})
    const headers = { authorization: `token ${token.secret_key}` }
    const key = (await row.object?.(server, { ownerId: id, own: true, headers })) ?? ''
    const before = (await newest())?.id ?? 0
    const status = await requestRow(server, row, headers, key)
    const entry = await newest()
    const isNew = (entry?.id ?? 0) > before
    if (declared === undefined || 'whyUnaudited' in declared) expect(isNew).toBe(false)
    else if (status < 400) {
      expect(entry).toMatchObject({ ...declared, result: 'ok', address: '127.0.0.1' })
      if (declared.action !== 'login' && declared.action !== 'logout')
        expect(entry).toMatchObject({
          user_id: id,
          username: `auditor ${made}`,
          credential: 'token',
          credential_id: String(token.id),
        })
      expect(isNew).toBe(true)
    } else expect([...refusedHere, 403]).toContain(status)
  })

  test('has succeeded here', async () => {
    const { objects } = await server.people.metadata.audit.list({ result: 'ok' }, everything)
    const done = new Set(objects.map(({ action, object }) => `${action} ${object}`))
    const wanted = new Set(
      Object.values(auditedRoutes).flatMap(one => ('action' in one ? [`${one.action} ${one.object}`] : [])),
    )
    expect([...wanted].filter(one => !done.has(one))).toEqual(['logout session', 'send mail'])
  })
})

describe('the log', () => {
  let server: TestServer
  beforeEach(async () => {
    server = await testServer()
  })
  afterEach(() => server.app.close())
  const call = (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    payload?: object,
    as = 'user-admin',
  ) =>
    server.app.inject({
      method,
      url,
      headers: tokenHeaders(as as 'user-admin'),
      ...(payload !== undefined && { payload }),
    })
  const entries = async (query = ''): Promise<AuditEntry[]> =>
    (await call('GET', `/api/audit${query}`)).json().objects

  test('names the object, the user who changed it, and the change, with values of harmless members', async () => {
    const group = (await call('POST', '/api/groups', { name: 'net', hosts: ['fw-*'] })).json()
    await call('PATCH', `/api/groups/${group.id}`, {
      hosts: ['fw-*', 'sw-*'],
      description: 'of the network',
      name: 'net',
    })
    await call('DELETE', `/api/groups/${group.id}`)
    expect(await entries(`?object=group&object_id=${group.id}`)).toMatchObject([
      {
        action: 'delete',
        object_id: String(group.id),
        title: 'net',
        changes: [],
        user_id: adminId,
        username: 'admin',
      },
      {
        action: 'update',
        title: 'net',
        changes: [{ member: 'hosts', before: ['fw-*'], after: ['fw-*', 'sw-*'] }, { member: 'description' }],
      },
      {
        action: 'create',
        title: 'net',
        changes: [
          { member: 'name', after: 'net' },
          { member: 'hosts', after: ['fw-*'] },
        ],
      },
    ])
  })

  test('has no secret of anybody', async () => {
    const password = 'correct horse battery'
    await call('PATCH', `/api/users/${annId}`, { password })
    const login = { username: 'ann', password }
    const { cookies } = await server.app.inject({ method: 'POST', url: '/api/login', payload: login })
    await server.app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { username: password, password: 'x' },
    })
    const token = (await call('POST', '/api/authtokens', { description: 'probe' })).json()
    await call('DELETE', `/api/authtokens/${token.secret_key}`)
    await call('DELETE', `/api/authtokens/${tokenSecret('user-bob')}`, undefined, 'ingest-1')
    const text = JSON.stringify((await server.people.metadata.audit.list({}, everything)).objects)
    expect(text).toContain('"object":"token"')
    for (const secret of [
      password,
      token.secret_key,
      tokenSecret('user-bob'),
      ...cookies.map(({ value }) => value),
    ])
      expect(text).not.toContain(secret)
  })

  test('has logins, refused ones once for many, and logouts', async () => {
    await server.people.metadata.users.update(annId, { password: 'right' })
    const login = (username: string, password: string) =>
      server.app.inject({ method: 'POST', url: '/api/login', payload: { username, password } })
    for (let time = 0; time < 3; time++) expect((await login('ann', 'wrong')).statusCode).toBe(401)
    await login('nobody of that name', 'wrong')
    const { cookies } = await login('ann', 'right')
    const cookie = `millrace_session=${cookies[0]?.value}`
    for (const headers of [{ cookie }, { cookie }, {}])
      await server.app.inject({ method: 'POST', url: '/api/logout', headers })
    expect(await entries()).toMatchObject([
      { action: 'logout', result: 'ok', user_id: annId },
      {
        action: 'login',
        result: 'ok',
        user_id: annId,
        username: 'ann',
        object: 'session',
        object_id: expect.any(String),
      },
      { action: 'login', result: 'refused', user_id: null, username: '', count: 1 },
      { action: 'login', result: 'refused', user_id: annId, username: 'ann', count: 3 },
    ])
  })

  test('has refused requests, and nothing of requests that were only wrong', async () => {
    expect((await call('POST', '/api/groups', { name: 'mine' }, 'user-bob')).statusCode).toBe(403)
    expect((await call('POST', '/api/groups', { name: '' })).statusCode).toBe(400)
    expect((await call('DELETE', '/api/groups/999')).statusCode).toBe(404)
    expect(await entries()).toMatchObject([{ username: 'bob', object: 'group', result: 'refused' }])
  })

  test('has one entry of a request that is refused before the object is looked for', async () => {
    for (let id = 1; id <= 5; id++)
      expect((await call('DELETE', `/api/groups/${id}`, undefined, 'ingest-1')).statusCode).toBe(403)
    expect(await entries()).toMatchObject([
      { action: 'delete', object: 'group', object_id: null, result: 'refused', count: 5 },
    ])
  })

  test('is exported with a filter, as csv without formulas and as JSON; that is an entry, too', async () => {
    await call('POST', '/api/groups', { name: '=1+1' })
    await call('POST', '/api/tasks', { title: 'Fan' })
    const csv = await call('GET', '/api/audit/export?object=group')
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    const [names, first, ...rest] = csv.body.split('\r\n')
    expect(names).toMatch(/^at_date,id,at,last_at,count,user_id,username,/)
    expect(first).toContain(",group,2,'=1+1,")
    expect(rest).toEqual([''])
    const json = await call('GET', '/api/audit/export?ftype=json&object=group')
    expect(json.json()).toEqual(await entries('?object=group'))
    expect(await entries('?object=audit_log')).toMatchObject([{ action: 'export' }, { action: 'export' }])
  })
})
