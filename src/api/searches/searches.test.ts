import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dashboardServer } from '../dashboards/testing/dashboard-server.ts'
import { annId, type TokenName, tokenHeaders } from '../testing/people.ts'
import { requestAs } from '../testing/request-as.ts'
import type { TestServer } from '../testing/test-server.ts'

const bobId = 3

let server: TestServer
beforeAll(async () => {
  server = await dashboardServer()
  const { groups } = server.people.metadata
  await groups.create({ name: 'more searchers', permissions: ['search'], members: [bobId] })
})
afterAll(() => server.app.close())
beforeEach(async () => {
  await server.people.metadata.db.deleteFrom('saved_searches').execute()
})

const request = requestAs(() => server.app, 'user-ann')
const post = (payload: object, token?: TokenName) => request('POST', '/api/searches', payload, token)
const save = async (payload: object, token?: TokenName) => (await post(payload, token)).json().id as number
const titles = async (query: string, token?: TokenName) => {
  const answer = await request('GET', `/api/searches?${query}`, undefined, token)
  return answer.json().objects.map(({ title }: { title: string }) => title)
}

const params = {
  filter: [
    { field: 'message', op: 'qp', value: 'link down' },
    { field: 'host', value: ['fw-1', 'fw-2'] },
  ],
  sort: '-counter',
  time_range: { preset: 'last_1_hours' },
}

describe('a saved search', () => {
  test('is shown as it was given, and is a query unchanged', async () => {
    const columns = [{ field: 'host', width: 120 }, { field: 'message' }]
    const draft = { title: 'Links', description: 'Down', params, columns, is_public: true }
    const made = await post(draft)
    expect(made.statusCode).toBe(201)
    expect(made.json()).toEqual({
      id: expect.any(Number),
      owner: { id: annId, username: 'ann', fullname: 'Ann Other' },
      ...draft,
      starred: false,
      read_only: false,
      created_at: expect.any(Number),
      updated_at: made.json().created_at,
      last_used_at: null,
    })
    const read = await request('GET', `/api/searches/${made.json().id}`)
    expect(read.json()).toEqual(made.json())
    const query = { type: 'Search', params: read.json().params }
    expect((await request('POST', '/api/query?validate_only=true', query)).statusCode).toBe(200)
  })

  test('has at most 64 KiB, since a list shows a thousand', async () => {
    const value = Array.from({ length: 40 }, (_, number) => `${number}`.padEnd(2_000, 'x'))
    const large = { title: 'Large', params: { filter: [{ field: 'host', value }] } }
    const id = await save({ title: 'Small' })
    const url = `/api/searches/${id}`
    const answers = [await post(large), await request('PUT', url, large), await request('PATCH', url, large)]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([413, 413, 413])
  })

  test('is changed in parts, and replaced whole', async () => {
    const id = await save({ title: 'Links', description: 'Down', params })
    const patched = await request('PATCH', `/api/searches/${id}`, { title: 'Link', is_public: true })
    expect(patched.json()).toMatchObject({ title: 'Link', description: 'Down', params, is_public: true })
    const replaced = await request('PUT', `/api/searches/${id}`, { title: 'All' })
    expect(replaced.json()).toMatchObject({
      title: 'All',
      description: '',
      params: {},
      columns: [],
      is_public: false,
    })
  })

  test('is exported as a body that creates it', async () => {
    const id = await save({ title: 'Links', params })
    const exported = (await request('GET', `/api/searches/${id}?export=true`)).json()
    expect(exported).toEqual({ title: 'Links', description: '', params, columns: [], is_public: false })
    expect((await request('GET', '/api/searches?export=true')).json().objects).toEqual([exported])
    expect((await post(exported)).json()).toMatchObject(exported)
  })

  test('comes from a form too', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/searches',
      headers: { ...tokenHeaders('user-ann'), 'content-type': 'application/x-www-form-urlencoded' },
      payload:
        'title=Errors&params[filter][0][field]=severity&params[filter][0][op]=le&params[filter][0][value]=3',
    })
    expect([answer.statusCode, answer.json().params]).toEqual([
      201,
      { filter: [{ field: 'severity', op: 'le', value: expect.anything() }] },
    ])
  })

  test.each([
    [{ filter: [{ value: 1 }] }, { 'params.filter[0].field': ['This field is required.'] }],
    [
      { filter: [{ field: 'host', op: 'lt', value: 'a' }] },
      { 'params.filter[0].op': ['expected one of eq, ne, =~, !~ for the field host'] },
    ],
    [
      {
        filter: [{ any: [{ field: 'host', value: 'a' }, { not: { field: 'host', op: 'lt', value: 'a' } }] }],
      },
      { 'params.filter[0].any[1].not.op': ['expected one of eq, ne, =~, !~ for the field host'] },
    ],
    [
      { filter: [{ any: [{ value: 1 }] }, { all: [] }] },
      {
        'params.filter[0].any[0].field': ['This field is required.'],
        'params.filter[1].all': [expect.any(String)],
      },
    ],
    [
      { filter: [{ any: [{ field: 'host', value: 'a' }], not: { field: 'host', value: 'b' } }] },
      { 'params.filter[0]': [expect.stringContaining('more than 1')] },
    ],
    [
      { filter: [{ or: [] }] },
      {
        'params.filter[0].field': ['This field is required.'],
        'params.filter[0].value': ['This field is required.'],
        'params.filter[0].or': ['There is no such field.'],
      },
    ],
    [
      { time_range: { preset: 'soon' } },
      { 'params.time_range.preset': [expect.stringContaining('expected last_<n>_<unit>')] },
    ],
    [{ page: 2 }, { 'params.page': ['There is no such field.'] }],
  ])('with the params %j is refused, no matter how it is sent', async (bad, fields) => {
    const id = await save({ title: 'Links' })
    for (const [method, url] of [
      ['POST', ''],
      ['PUT', `/${id}`],
      ['PATCH', `/${id}`],
    ] as const) {
      const answer = await request(method, `/api/searches${url}`, { title: 'x', params: bad })
      expect([answer.statusCode, answer.json()]).toEqual([400, { ...fields, code: 'validation' }])
    }
  })

  test('whose expression cannot be read says where', async () => {
    const bad = { filter: [{ field: 'message', op: 'qp', value: '(link' }] }
    const answer = await post({ title: 'x', params: bad })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'query_syntax'])
    expect(Object.keys(answer.json())).toContain('params.filter[0].value')
  })
})

describe('a shared search', () => {
  test('is read by everybody who searches, and changed by its owner and who manages queries', async () => {
    const id = await save({ title: 'Links', is_public: true })
    const url = `/api/searches/${id}`
    expect((await request('GET', url, undefined, 'user-bob')).json()).toMatchObject({ read_only: true })
    expect((await request('PATCH', url, { title: 'x' }, 'user-bob')).statusCode).toBe(403)
    expect((await request('PATCH', url, { title: 'x' }, 'user-admin')).json()).toMatchObject({
      title: 'x',
      read_only: false,
      owner: { id: annId },
    })
    await request('PATCH', url, { is_public: false })
    expect((await request('GET', url, undefined, 'user-bob')).statusCode).toBe(404)
  })

  test('is starred and used by each reader alone', async () => {
    const id = await save({ title: 'Links', is_public: true })
    const url = `/api/searches/${id}`
    const before = (await request('GET', url)).json()
    const starred = await request('POST', `${url}/star`, { starred: true }, 'user-bob')
    expect([starred.statusCode, starred.json().starred]).toEqual([200, true])
    const used = await request('POST', `${url}/use`, undefined, 'user-bob')
    expect(used.json()).toMatchObject({ starred: true, last_used_at: expect.any(Number) })
    expect((await request('GET', url)).json()).toEqual(before)
    const not = await request('POST', `${url}/star`, { starred: false }, 'user-bob')
    expect(not.json()).toMatchObject({ starred: false, last_used_at: used.json().last_used_at })
  })
})

describe('lists', () => {
  beforeEach(async () => {
    await save({ title: 'ann, shared', is_public: true })
    await save({ title: 'ann, private' })
    await save({ title: 'bob, shared', is_public: true }, 'user-bob')
    await save({ title: 'bob, private' }, 'user-bob')
  })

  test.each([
    ['', ['ann, private', 'ann, shared']],
    ['public=true', ['bob, shared']],
    ['show_all=true', ['bob, shared', 'ann, private', 'ann, shared']],
    [`show_all=true&owner=${bobId}`, ['bob, shared']],
    ['show_all=true&title=ANN,%20SHARED', ['ann, shared']],
    ['show_all=true&title__iregex=sh.r&page_size=1&page=2', ['ann, shared']],
    ['starred=true', []],
    ['starred=false', ['ann, private', 'ann, shared']],
    ['ordering=title', ['ann, private', 'ann, shared']],
  ])('?%s', async (query, wanted) => {
    expect(await titles(query)).toEqual(wanted)
  })

  test('hold everything for users with manage_queries', async () => {
    expect(await titles('show_all=true&ordering=id', 'user-admin')).toEqual([
      'ann, shared',
      'ann, private',
      'bob, shared',
      'bob, private',
    ])
    expect(await titles('', 'user-admin')).toEqual([])
  })

  test('are ordered by star and by last use', async () => {
    const objects = (await request('GET', '/api/searches?show_all=true')).json().objects
    const ids = new Map<string, number>(
      objects.map((one: { title: string; id: number }) => [one.title, one.id]),
    )
    await request('POST', `/api/searches/${ids.get('ann, private')}/use`)
    await request('POST', `/api/searches/${ids.get('bob, shared')}/star`, { starred: true })
    expect(await titles('show_all=true&ordering=-starred,-last_used_at')).toEqual([
      'bob, shared',
      'ann, private',
      'ann, shared',
    ])
    expect(await titles('show_all=true&starred=true')).toEqual(['bob, shared'])
  })
})
