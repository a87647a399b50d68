import { afterAll, beforeAll, expect, test } from 'vitest'
import { CheckingQueryService } from '../../testing/checking-query-service.ts'
import { tokenHeaders } from '../../testing/people.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ queryService: new CheckingQueryService() })
})
afterAll(() => server.app.close())

const post = (url: string, payload: object) =>
  server.app.inject({ method: 'POST', url, headers: tokenHeaders('user-admin'), payload })
const values = (count: number, last: unknown) => [...Array(count - 1).fill('fw-1'), last]
const silence = { name: 'x', ends_at: 9_000_000_000 }
const noField = ['There is no such field.']

test.each<[name: string, url: string, body: object, fields: object]>([
  [
    'of a list with 9,000 items, also its last one',
    '/api/silences',
    { ...silence, filter: [{ field: 'host', value: values(9_000, {}) }] },
    { 'filter[0].value[8999]': expect.any(Array) },
  ],
  [
    'of a list with too many items',
    '/api/notifications/read',
    { ids: Array(10_001).fill(1) },
    { ids: ['Ensure this field has no more than 10000 elements.'] },
  ],
  [
    'of several members, small and large',
    '/api/silences',
    { ...silence, ends_at: 'soon', filter: [{ field: 'host', value: values(9_000, 'a') }, 7], suppressed: 1 },
    {
      ends_at: ['A valid number is required.'],
      'filter[1]': ['Invalid data. Expected an object, but got number.'],
      suppressed: noField,
    },
  ],
  [
    'of query params',
    '/api/query',
    { type: 'Search', params: { filter: [{ field: 'host', op: 7, value: values(9_000, 'a') }] } },
    { 'params.filter[0].op': expect.any(Array) },
  ],
  [
    'of query params, of which an excerpt is searched',
    '/api/query',
    {
      type: 'Search',
      params: { page: 'x', filter: Array(3).fill({ field: 'host', value: values(9_000, 'a') }) },
    },
    { 'params.page': ['must be integer'] },
  ],
  [
    'of query params, behind the excerpt',
    '/api/query',
    { type: 'Search', params: { filter: Array(3).fill({ field: 'host', value: values(9_000, {}) }) } },
    { params: ['One of more than 12000 values is not valid.'] },
  ],
])('faults are named %s', async (_name, url, body, fields) => {
  const answer = await post(url, body)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual({ ...fields, code: 'validation' })
})

test('an excerpt has no faults of its own: required members stay, no matter how many others precede them', async () => {
  const others = Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`k${i}`, 1]))
  const { code, ...fields } = (await post('/api/groups', { ...others, name: 'net' })).json()
  expect(code).toBe('validation')
  expect(Object.keys(fields)).toHaveLength(50)
  expect(new Set(Object.values(fields).flat())).toEqual(new Set(noField))
})

test('large valid bodies are taken, with their defaults', async () => {
  const filter = Array(4).fill({ field: 'host', value: values(9_000, 'a') })
  const answer = await post('/api/query', { type: 'Search', params: { filter } })
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
  const imported = Array.from({ length: 1_000 }, (_, i) => ({
    name: `t${i}`,
    filter: [{ field: 'host', value: Array(100).fill('fw-1') }],
  }))
  const many = await post('/api/triggers/import', imported)
  expect(many.statusCode, many.body.slice(0, 300)).toBe(201)
})
