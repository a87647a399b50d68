import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { clientOf, dashboardServer } from '../dashboards/testing/dashboard-server.ts'
import { LiveClient } from '../testing/live-client.ts'
import { tokenHeaders } from '../testing/people.ts'
import { registeredBy } from '../testing/registered-routes.ts'
import { portOf, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let routes: string[]
let scoped: { id: number; key: string; headers: Record<string, string> }
let dashboard: { id: number; widgets: { id: number; query_id: string }[] }
let other: typeof dashboard
let createdQuery: string
let port: number

beforeAll(async () => {
  ;({ built: server, routes } = await registeredBy(() => dashboardServer()))
  // The administrator may do everything, so only the scope can refuse.
  const post = (url: string, body: unknown) => clientOf(() => server.app).post(url, body, 'user-admin')
  const widgets = [{ type: 'Notifications', config: { title: 'Alerts' } }]
  dashboard = (await post('/api/dashboards', { title: 'Wall', widgets })).json()
  other = (await post('/api/dashboards', { title: 'Other', widgets })).json()
  createdQuery = (await post('/api/query', { type: 'Notifications', params: {} })).json().query_id
  const made = (await post('/api/authtokens', { scope: { dashboard_id: dashboard.id } })).json()
  scoped = { id: made.id, key: made.secret_key, headers: { authorization: `token ${made.secret_key}` } }
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  port = portOf(server.app)
})
afterAll(() => server.app.close())

/** Their errors have other shapes, and some of their routes are public. */
const protocolsOfOthers = /elasticsearch|loki|services|gelf|v1\/logs/

const get = (url: string) => server.app.inject({ url, headers: scoped.headers })
const detail = () => `This token reads the dashboard ${dashboard.id} only.`

test('a scoped token says so, to its owner and to its holder', async () => {
  const shown = await server.app.inject({
    url: `/api/authtokens/${scoped.key}`,
    headers: tokenHeaders('user-admin'),
  })
  expect(shown.json().scope).toEqual({ dashboard_id: dashboard.id })
  expect((await get('/api/auth')).json()).toMatchObject({
    user: { username: 'admin' },
    scope: { dashboard_id: dashboard.id },
  })
})

test('it reads its dashboard and the queries of its widgets', async () => {
  expect((await get(`/api/dashboards/${dashboard.id}`)).json()).toMatchObject({ title: 'Wall' })
  const [widget] = dashboard.widgets
  expect((await get(`/api/query/${widget?.query_id}`)).statusCode).toBe(200)
})

test('it reads no other dashboard and no other query', async () => {
  for (const url of [
    `/api/dashboards/${other.id}`,
    `/api/query/${other.widgets[0]?.query_id}`,
    `/api/query/${createdQuery}`,
    '/api/query/none',
  ]) {
    const answer = await get(url)
    expect([answer.statusCode, answer.json()]).toEqual([403, { detail: detail(), code: 'permission_denied' }])
  }
})

test('every other route that is not public refuses it', async () => {
  const open: string[] = []
  for (const route of routes) {
    const [method = '', path = ''] = route.split(' ')
    const url = path.replace(/:\w+/g, String(dashboard.id)).replace('*', 'edge')
    // Routes have HTTP methods.
    const { statusCode, body } = await server.app.inject({
      method: method as 'GET',
      url,
      headers: scoped.headers,
    })
    if (statusCode !== 403) open.push(route)
    // Other protocols have their own errors.
    else if (!protocolsOfOthers.test(route)) expect(JSON.parse(body).code, route).toBe('permission_denied')
  }
  expect(
    open.filter(
      route =>
        !/ \/(api\/(docs|schema|version|login|logout|monitor$)|incoming\/(docs|openapi)|ping|ready|version)/.test(
          route,
        ),
    ),
  ).toEqual([
    'GET /api/auth',
    'GET /api/dashboards/:id',
    // Public as these protocols require, or refused without a websocket.
    ...open.filter(route => protocolsOfOthers.test(route) || route === 'GET /ws/live-updates'),
  ])
})

describe('with values of variables', () => {
  const config = {
    variables: [
      { name: 'host', field: 'host', value: ['web-1', 'web-2'], multi: true },
      { name: 'program', field: 'program' },
    ],
  }
  const filter = [
    { field: 'host', op: 'eq', value: '$host' },
    { field: 'program', op: 'eq', value: '$program' },
  ]
  const widgets = [{ type: 'Notifications', config: { title: 'Alerts', filter } }]
  let id: number
  let baseQuery: string
  const post = (url: string, body: unknown) => clientOf(() => server.app).post(url, body, 'user-admin')
  const tokenWith = async (values: object) =>
    (await post('/api/authtokens', { scope: { dashboard_id: id, values } })).json()
  const readerWith = (key: string) => async (url: string) => {
    const answer = await server.app.inject({ url, headers: { authorization: `token ${key}` } })
    return { status: answer.statusCode, body: answer.json() }
  }
  beforeAll(async () => {
    const made = (await post('/api/dashboards', { title: 'Sites', config, widgets })).json()
    id = made.id
    baseQuery = made.widgets[0].query_id
  })

  test('it reads its dashboard with these values, and queries with no others', async () => {
    const made = await tokenWith({ host: 'db-1' })
    expect(made.scope).toEqual({ dashboard_id: id, values: { host: 'db-1' } })
    const read = readerWith(made.secret_key)
    expect((await read('/api/auth')).body.scope).toEqual(made.scope)
    const { body } = await read(`/api/dashboards/${id}`)
    expect(body.config.variables.map(({ value }: { value: unknown }) => value)).toEqual(['db-1', null])
    const own = body.widgets[0].query_id
    expect((await read(`/api/query/${own}`)).body.params.filter).toMatchObject([
      { field: 'host', op: 'eq', value: 'db-1' },
    ])
    const other = await tokenWith({ host: 'db-2' })
    const others = (await readerWith(other.secret_key)(`/api/dashboards/${id}`)).body.widgets[0].query_id
    expect(new Set([own, others, baseQuery]).size).toBe(3)
    for (const query of [baseQuery, others])
      expect(await read(`/api/query/${query}`)).toMatchObject({ status: 403 })

    const client = await LiveClient.open(port, { authorization: `token ${made.secret_key}` })
    client.send(['subscribe', 'query', baseQuery])
    expect(await client.next()).toMatchObject(['error', { code: 'permission_denied' }])
    client.send(['subscribe', 'dashboard', id])
    expect(await client.next()).toMatchObject(['subscription-update', { dashboard: [id] }])
    expect(await client.next()).toMatchObject([
      'widget-update',
      { data: { params: { filter: [{ value: 'db-1' }] } } },
    ])
    client.socket.terminate()
  })

  test('everybody else reads the saved ones, and not by the ids of others', async () => {
    const made = await tokenWith({ host: [] })
    const own = (await readerWith(made.secret_key)(`/api/dashboards/${id}`)).body.widgets[0].query_id
    const mine = (url: string) => server.app.inject({ url, headers: tokenHeaders('user-admin') })
    expect((await mine(`/api/query/${baseQuery}`)).json().params.filter).toMatchObject([
      { value: ['web-1', 'web-2'] },
    ])
    expect((await mine(`/api/query/${own}`)).statusCode).toBe(404)
  })

  test('of variables that the dashboard has', async () => {
    const refused = await post('/api/authtokens', { scope: { dashboard_id: id, values: { site: 'x' } } })
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      { 'scope.values.site': ['The dashboard has no variable of this name.'], code: 'validation' },
    ])
  })
})

describe('over a websocket', () => {
  test('it watches its dashboard, with its widgets and their queries', async () => {
    const client = await LiveClient.open(port, scoped.headers)
    const [widget] = dashboard.widgets
    for (const [kind, id] of [
      ['dashboard', dashboard.id],
      ['widget', widget?.id],
      ['query', widget?.query_id],
    ]) {
      client.send(['subscribe', kind, id])
      expect(await client.next()).toMatchObject(['subscription-update', expect.anything()])
      expect(await client.next()).toMatchObject(['widget-update', expect.anything()])
    }
    client.socket.terminate()
  })

  test('and nothing else', async () => {
    const client = await LiveClient.open(port, scoped.headers)
    for (const [kind, id] of [
      ['dashboard', other.id],
      ['widget', other.widgets[0]?.id],
      ['query', other.widgets[0]?.query_id],
      ['query', createdQuery],
    ]) {
      client.send(['subscribe', kind, id])
      expect(await client.next()).toMatchObject(['error', { code: 'permission_denied', detail: detail() }])
    }
    client.socket.terminate()
  })

  test('any token may come as a subprotocol, since browsers cannot set headers', async () => {
    const url = `ws://127.0.0.1:${port}/ws/live-updates`
    const socket = new WebSocket(url, ['millrace', `token.${scoped.key}`])
    await once(socket, 'open')
    expect(socket.protocol).toBe('millrace')
    socket.terminate()
    const refused = new WebSocket(url, ['millrace', 'token.user-0'])
    const [, answer] = await once(refused, 'unexpected-response')
    expect(answer.statusCode).toBe(401)
  })
})

test('a scope is of a dashboard that one reads, and of a USER token', async () => {
  const { post } = clientOf(() => server.app)
  const refused = (fields: object) => [400, { ...fields, code: 'validation' }]
  const missing = await post('/api/authtokens', { scope: { dashboard_id: dashboard.id } }, 'user-bob')
  expect([missing.statusCode, missing.json()]).toEqual(
    refused({ 'scope.dashboard_id': [`Invalid pk "${dashboard.id}" - object does not exist.`] }),
  )
  const scope = { dashboard_id: dashboard.id }
  const ingest = await post('/api/authtokens', { token_type: 'INGEST', scope }, 'user-admin')
  expect([ingest.statusCode, ingest.json()]).toEqual(refused({ scope: ['Only a USER token has a scope.'] }))
})

test('it goes with its dashboard', async () => {
  const { post } = clientOf(() => server.app)
  const { id } = (await post('/api/dashboards', { title: 'Short' })).json()
  const { secret_key } = (await post('/api/authtokens', { scope: { dashboard_id: id } })).json()
  await server.people.metadata.dashboards.remove(
    { userId: 1, managesDashboards: true, managesWidgets: true },
    id,
  )
  const headers = { authorization: `token ${secret_key}` }
  expect((await server.app.inject({ url: '/api/auth', headers })).statusCode).toBe(401)
})
