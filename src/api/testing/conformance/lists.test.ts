import { beforeAll, describe, expect, test } from 'vitest'
import { adminId, annId, type TokenName, tokenHeaders } from '../people.ts'
import { type TestServer, testServer } from '../test-server.ts'
import { proves } from './proves.ts'

let server: TestServer

/**
 * For admin: three dashboards with a widget each, three tasks and some tokens. For ann: one dashboard with a
 * widget, and tokens.
 */
beforeAll(async () => {
  server = await testServer()
  const make = async (token: TokenName, url: string, payload: object) => {
    const answer = await server.app.inject({ method: 'POST', url, headers: tokenHeaders(token), payload })
    expect(answer.statusCode, answer.body).toBeLessThan(300)
  }
  for (const title of ['b', 'c', 'a']) {
    const config = { title }
    await make('user-admin', '/api/dashboards', { title, widgets: [{ type: 'TopN', config }] })
    await make('user-admin', '/api/tasks', { title })
    await make('user-admin', '/api/authtokens', { description: title })
  }
  await make('user-ann', '/api/dashboards', {
    title: 'd',
    widgets: [{ type: 'TopN', config: { title: 'd' } }],
  })
  return () => server.app.close()
})

interface List {
  objects: Record<string, unknown>[]
  item_count: number
  page_count: number
  page_number: number
  page_size: number
}

async function list(url: string, token: TokenName = 'user-admin'): Promise<List> {
  const answer = await server.app.inject({ url, headers: tokenHeaders(token) })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

/** `GET /api/tasks page` -> /api/tasks. */
const pathIn = (row: string) => row.split(' ')[1] ?? ''
const fieldOf = (path: string) => (path === '/api/authtokens' ? 'description' : 'title')

describe('page and page_size show a part of the list', () => {
  test.each(
    proves(
      'GET /api/dashboards page',
      'GET /api/dashboards page_size',
      'GET /api/widgets page',
      'GET /api/widgets page_size',
      'GET /api/tasks page',
      'GET /api/tasks page_size',
      'GET /api/authtokens page',
      'GET /api/authtokens page_size',
      'Limits 2',
    ),
  )('%s', async row => {
    if (row === 'Limits 2') return
    const path = pathIn(row)
    const whole = await list(path)
    expect(whole.item_count).toBeGreaterThanOrEqual(3)
    expect(whole).toMatchObject({ page_count: 1, page_number: 1, page_size: 100 })
    const part = await list(`${path}?page=2&page_size=2`)
    expect(part).toMatchObject({ page_number: 2, page_size: 2, page_count: Math.ceil(whole.item_count / 2) })
    expect(part.objects).toEqual(whole.objects.slice(2, 4))
    const past = await server.app.inject({ url: `${path}?page=99`, headers: tokenHeaders('user-admin') })
    expect([past.statusCode, past.json().detail]).toEqual([404, 'Invalid page.'])
  })
})

test('page_size is 1 to 1000, and 100 when nothing is said', async () => {
  proves('Limits 3')
  const statusOf = async (size: number) =>
    (await server.app.inject({ url: `/api/tasks?page_size=${size}`, headers: tokenHeaders('user-admin') }))
      .statusCode
  expect([await statusOf(0), await statusOf(1), await statusOf(1000), await statusOf(1001)]).toEqual([
    400, 200, 200, 400,
  ])
  expect((await list('/api/tasks')).page_size).toBe(100)
})

describe('ordering sorts the list', () => {
  test.each(
    proves(
      'GET /api/dashboards ordering',
      'GET /api/widgets ordering',
      'GET /api/tasks ordering',
      'GET /api/authtokens ordering',
    ),
  )('%s', async row => {
    const path = pathIn(row)
    const field = fieldOf(path)
    const values = async (order: string) =>
      (await list(`${path}?ordering=${order}`)).objects.map(object => String(object[field]))
    const ascending = await values(field)
    expect(ascending).toEqual([...ascending].sort())
    expect(ascending).toEqual(expect.arrayContaining(['a', 'b', 'c']))
    expect((await values(`-${field}`)).join()).toBe([...ascending].reverse().join())
    const unknown = await server.app.inject({
      url: `${path}?ordering=colour`,
      headers: tokenHeaders('user-admin'),
    })
    expect([unknown.statusCode, Object.keys(unknown.json())]).toEqual([400, ['ordering', 'code']])
  })
})

describe('export shows exportable fields only', () => {
  test.each(
    proves(
      'GET /api/dashboards export',
      'GET /api/dashboards/{id} export',
      'GET /api/widgets export',
      'GET /api/widgets/{id} export',
    ),
  )('%s', async row => {
    const path = pathIn(row)
    const collection = path.replace('/{id}', '')
    const [first] = (await list(collection)).objects
    const url = path.replace('{id}', String(first?.id))
    const shown = path === collection ? (await list(`${url}?export=true`)).objects[0] : undefined
    const answer = await server.app.inject({ url: `${url}?export=true`, headers: tokenHeaders('user-admin') })
    const exported: Record<string, unknown> = shown ?? answer.json()
    expect(exported.config).toEqual(first?.config)
    for (const name of ['id', 'owner', 'created_at', 'updated_at', 'query_id', 'read_only']) {
      expect(exported).not.toHaveProperty(name)
    }
  })
})

describe('a list holds what is the caller’s own; show_all shows a manager everything', () => {
  test.each(
    proves(
      'GET /api/dashboards show_all',
      'GET /api/widgets show_all',
      'GET /api/authtokens show_all',
      'Dashboards rule 1',
      'Widgets rule',
      'Authentication 3',
      'Authentication 4',
    ),
  )('%s', async row => {
    if (!row.startsWith('GET ')) return
    const path = pathIn(row)
    const owners = async (query: string, token: TokenName) => {
      const { objects } = await list(`${path}${query}`, token)
      const ids = objects.map(({ owner, user }) => JSON.stringify(owner ?? user))
      return new Set(ids).size
    }
    expect(await owners('', 'user-admin')).toBe(1)
    expect(await owners('?show_all=true', 'user-admin')).toBeGreaterThan(1)
    expect(await owners('', 'user-ann')).toBe(1)
    expect(await owners('?show_all=true', 'user-ann')).toBe(1)
  })
})

describe('filters find', () => {
  const titles = async (url: string) => (await list(url)).objects.map(({ title }) => title).sort()

  test('a title that is equal, in any case', async () => {
    proves('GET /api/dashboards title', 'GET /api/widgets title')
    for (const path of ['/api/dashboards', '/api/widgets']) {
      expect(await titles(`${path}?title=A`)).toEqual(['a'])
      expect(await titles(`${path}?title=ab`)).toEqual([])
    }
  })

  test('a regular expression anywhere in the title, in any case', async () => {
    proves('GET /api/dashboards title__iregex')
    expect(await titles('/api/dashboards?title__iregex=%5E%5BBC%5D%24')).toEqual(['b', 'c'])
    const bad = await server.app.inject({
      url: '/api/dashboards?title__iregex=(',
      headers: tokenHeaders('user-admin'),
    })
    expect([bad.statusCode, Object.keys(bad.json())]).toEqual([400, ['title__iregex', 'code']])
  })

  test('any of the owners', async () => {
    proves('GET /api/dashboards owner')
    const path = '/api/dashboards?show_all=true&owner='
    expect(await titles(`${path}${adminId}`)).toEqual(['a', 'b', 'c'])
    expect(await titles(`${path}${annId}`)).toEqual(['d'])
    expect(await titles(`${path}${adminId},${annId}`)).toEqual(['a', 'b', 'c', 'd'])
  })
})
