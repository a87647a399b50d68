import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tokenHeaders } from '../testing/people.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

const headers = tokenHeaders('user-ann')
let server: TestServer

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.app.close())

async function make(params: object = {}) {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/query',
    headers,
    payload: { type: 'Search', params },
  })
  return answer
}

describe('making', () => {
  test('answers 200 with the whole query when it is done', async () => {
    const answer = await make({ page: 2 })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      status: 'SUCCESS',
      type: 'Search',
      params: { page: 2 },
      owner_id: 2,
    })
    expect(server.queryService.lastReader).toEqual({
      userId: 2,
      managesQueries: false,
      managesDashboards: false,
      managesWidgets: false,
      permissions: new Set(['search']),
      hosts: ['fw-*'],
    })
  })

  test('answers 202 with what there is when it is not', async () => {
    server.queryService.finishesAtOnce = false
    const answer = await make()
    server.queryService.finishesAtOnce = true
    expect(answer.statusCode).toBe(202)
    expect(answer.json()).toMatchObject({
      query_id: expect.any(String),
      status: 'IN_PROGRESS',
      queue_position: 3,
      results: {},
    })
  })

  test.each(['true', '1'])('only validates with validate_only=%s', async flag => {
    const before = server.queryService.queries.size
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/query?validate_only=${flag}`,
      headers,
      payload: { type: 'TopN', params: {} },
    })
    expect([answer.statusCode, answer.json().query_id]).toEqual([200, null])
    expect(server.queryService.queries.size).toBe(before)
  })

  const params = { page: 2, sort: ['-counter'], filter: [{ field: 'severity', op: 'le', value: '3' }] }
  const boundary = 'edge'
  const part = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const forms: [name: string, type: string, body: string][] = [
    [
      'a form with JSON',
      'application/x-www-form-urlencoded',
      new URLSearchParams({ type: 'Search', params: JSON.stringify({ ...params, page: '2' }) }).toString(),
    ],
    [
      'a form with brackets',
      'application/x-www-form-urlencoded; charset=utf-8',
      'type=Search&params[page]=2&params[sort][]=-counter' +
        '&params[filter][0][field]=severity&params[filter][0][op]=le&params[filter][0][value]=3',
    ],
    [
      'a multipart form',
      `multipart/form-data; boundary=${boundary}`,
      `${part('type', 'Search')}${part('params', JSON.stringify(params))}--${boundary}--\r\n`,
    ],
    [
      'a multipart form with brackets',
      `multipart/form-data; boundary="${boundary}"`,
      `${part('type', 'Search')}${part('params[page]', '2')}${part('params[sort]', '["-counter"]')}` +
        `${part('params[filter]', JSON.stringify(params.filter))}--${boundary}--\r\n`,
    ],
  ]
  test.each(forms)('takes %s like JSON', async (_name, type, payload) => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/query/',
      headers: { ...headers, 'content-type': type },
      payload,
    })
    expect(answer.json()).toMatchObject({ type: 'Search', params })
  })
})

describe('reading and ruling', () => {
  test('reads with its paging, ignoring unknown parameters', async () => {
    const { query_id } = (await make()).json()
    const answer = await server.app.inject({
      url: `/api/query/${query_id}/?page=3&page_size=20&actions_hint=1&add_trigger_data=false&color=red`,
      headers,
    })
    expect(answer.json()).toMatchObject({ query_id })
    expect(server.queryService.lastPage).toEqual({ page: 3, page_size: 20 })
    await server.app.inject({ url: `/api/query/${query_id}`, headers })
    expect(server.queryService.lastPage).toBeUndefined()
  })

  test.each([
    ['GET', 'stop', 'STOPPED'],
    ['POST', 'stop', 'STOPPED'],
    ['GET', 'recalculate', 'IN_PROGRESS'],
    ['GET', 'remove', 'SUCCESS'],
  ] as const)('%s %s', async (method, command, status) => {
    const { query_id } = (await make()).json()
    const payload = method === 'POST' ? { payload: { type: 'Search', params: {} } } : {}
    const answer = await server.app.inject({
      method,
      url: `/api/query/${query_id}/${command}`,
      headers,
      ...payload,
    })
    expect([answer.statusCode, answer.json().status]).toEqual([200, status])
    const again = await server.app.inject({ url: `/api/query/${query_id}`, headers })
    expect(again.statusCode).toBe(command === 'remove' ? 404 : 200)
  })

  test('HEAD removes nothing', async () => {
    const { query_id } = (await make()).json()
    const answer = await server.app.inject({ method: 'HEAD', url: `/api/query/${query_id}/remove`, headers })
    expect(answer.statusCode).toBe(405)
    expect(server.queryService.queries.has(query_id)).toBe(true)
  })

  test.each([
    ['192.0.2.1', 'gzip', 'gzip'],
    ['192.0.2.1', undefined, undefined],
    ['127.0.0.1', 'gzip', undefined],
    ['::1', 'gzip', undefined],
    ['::ffff:127.0.0.1', 'gzip', undefined],
  ])('large answers for %s, which takes %s, are packed as %s', async (remoteAddress, accepted, packed) => {
    const { query_id } = (await make({ note: 'x'.repeat(5_000) })).json()
    const url = `/api/query/${query_id}`
    const answer = await server.app.inject({
      url,
      remoteAddress,
      headers: { ...headers, ...(accepted && { 'accept-encoding': accepted }) },
    })
    expect(answer.headers['content-encoding']).toBe(packed)
  })

  test('an unexpected error is a 500 with the id that is in the log', async () => {
    const { query_id } = (await make()).json()
    const { read } = server.queryService
    server.queryService.read = async () => {
      throw new Error('the secret reason')
    }
    const answer = await server.app.inject({ url: `/api/query/${query_id}`, headers })
    server.queryService.read = read
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual({
      detail: 'Internal error.',
      code: 'internal',
      error_id: expect.any(String),
    })
    expect(server.logLines.join()).toContain(answer.json().error_id)
    expect(server.logLines.join()).toContain('the secret reason')
  })
})
