import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorTexts } from '../../texts/errors.ts'
import { ApiError, readApiError } from './api-error.ts'
import { get, type ListPage, readSmallerPages, request, suggestedPageSize } from './request.ts'

const items = ['a', 'b', 'c', 'd', 'e']
const maxPageSize = 2
const asked: string[] = []

/** A service that answers pages of `items`, of at most `maxPageSize`. */
const service = createServer((incoming, answer) => {
  asked.push(`${incoming.method} ${incoming.url}`)
  const { searchParams } = new URL(incoming.url ?? '', 'http://localhost')
  if (incoming.url === '/login' || incoming.url === '/empty') {
    answer.end(incoming.url === '/login' ? '<html>Sign in</html>' : '')
    return
  }
  const [page, size] = [Number(searchParams.get('page') ?? 1), Number(searchParams.get('page_size'))]
  answer.setHeader('content-type', 'application/json')
  if (size > maxPageSize) {
    answer.statusCode = 413
    answer.end(`{"detail": "Too large.", "page_size": ${maxPageSize}, "code": "answer_too_large"}`)
    return
  }
  const objects = items.slice((page - 1) * size, page * size)
  const page_count = Math.ceil(items.length / size)
  answer.end(JSON.stringify({ objects, item_count: items.length, page_count, page_number: page }))
})
let url = ''
beforeAll(async () => {
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  // A server that listens on a port has an AddressInfo.
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/api/things`
})
afterAll(() => service.close())

test('a page that is too large for one answer is read in several', async () => {
  const page = await get(`${url}?page_size=4`, new AbortController().signal)
  expect(page).toEqual({ objects: ['a', 'b', 'c', 'd'], item_count: 5, page_count: 2, page_number: 1 })
  expect(await request(`${url}?page=2&page_size=4`)).toMatchObject({ objects: ['e'], page_number: 2 })
  expect(asked).toEqual([
    'GET /api/things?page_size=4',
    'GET /api/things?page_size=2&page=1',
    'GET /api/things?page_size=2&page=2',
    'GET /api/things?page=2&page_size=4',
    'GET /api/things?page=3&page_size=2',
  ])
})

test('an answer of a proxy is an error, an empty answer is undefined', async () => {
  const error = await request(new URL('/login', url).href).catch(error => error)
  expect(error).toMatchObject({ status: 0, code: 'unreachable', message: errorTexts.foreign })
  expect(await request(new URL('/empty', url).href, { method: 'DELETE' })).toBeUndefined()
})

test('a change is not repeated', async () => {
  asked.length = 0
  const changing = request(`${url}?page_size=4`, { method: 'PATCH', body: {} })
  await expect(changing).rejects.toMatchObject({ code: 'answer_too_large', pageSize: maxPageSize })
  expect(asked).toEqual(['PATCH /api/things?page_size=4'])
})

const refusal = tooLarge(40)

function tooLarge(pageSize: number): ApiError {
  return readApiError(413, { code: 'answer_too_large', detail: 'Too large.', page_size: pageSize }, null)
}

/** A list of the numbers from 0. `refuse` returns the suggested page size, or undefined for an answer. */
function listOf(
  count: number,
  refuse: (first: number, size: number) => number | undefined = () => undefined,
) {
  const asked: string[] = []
  const read = async (address: string): Promise<ListPage<number>> => {
    asked.push(address)
    const params = new URLSearchParams(address.split('?')[1])
    const [page, size] = [Number(params.get('page')), Number(params.get('page_size'))]
    const first = (page - 1) * size
    const suggested = refuse(first, size)
    if (suggested !== undefined) throw tooLarge(suggested)
    const pageCount = Math.max(1, Math.ceil(count / size))
    if (page > pageCount) throw readApiError(404, { code: 'invalid_page', detail: 'Invalid page.' }, null)
    const objects = Array.from({ length: Math.min(size, count - first) }, (_, index) => first + index)
    return { objects, item_count: count, page_count: pageCount, page_number: page }
  }
  return { asked, read }
}

function sizesOf(asked: readonly string[]): number[] {
  return asked.map(address => Number(new URLSearchParams(address.split('?')[1]).get('page_size')))
}

const cases: [
  name: string,
  address: string,
  count: number,
  wanted: [number, number, number],
  asked: string[],
][] = [
  [
    'a page in the middle',
    '/api/x?page=2&page_size=100&ordering=title',
    250,
    [100, 199, 3],
    [
      '/api/x?page=5&page_size=25&ordering=title',
      '/api/x?page=6&page_size=25&ordering=title',
      '/api/x?page=7&page_size=25&ordering=title',
      '/api/x?page=8&page_size=25&ordering=title',
    ],
  ],
  [
    'the last page',
    '/api/x?page=2&page_size=120',
    165,
    [120, 164, 2],
    ['/api/x?page=4&page_size=40', '/api/x?page=5&page_size=40'],
  ],
  [
    'a page without parameters',
    '/api/x',
    65,
    [0, 64, 1],
    [1, 2, 3].map(page => `/api/x?page=${page}&page_size=25`),
  ],
]
for (const [name, address, count, [first, last, pages], wanted] of cases)
  test(`${name} is read in smaller pages of the suggested size`, async () => {
    const { asked, read } = listOf(count)
    const page = await readSmallerPages(address, refusal, read)
    expect(page.objects).toEqual(Array.from({ length: last - first + 1 }, (_, index) => first + index))
    expect(page).toMatchObject({ item_count: count, page_count: pages })
    expect(page.page_number).toBe(Number(new URLSearchParams(address.split('?')[1]).get('page') ?? 1))
    expect(asked).toEqual(wanted)
  })

test('an even smaller size is used from the place that needs it', async () => {
  const { asked, read } = listOf(100, (first, size) => (first + size > 50 && size > 7 ? 7 : undefined))
  const page = await readSmallerPages('/api/x?page=1&page_size=100', refusal, read)
  expect(page.objects).toEqual(Array.from({ length: 100 }, (_, index) => index))
  expect(sizesOf(asked)).toEqual([25, 25, 25, ...Array.from({ length: 10 }, () => 5)])
})

test('a service that refuses every size is asked a bounded number of times', async () => {
  const same = listOf(100, (_, size) => size)
  await expect(readSmallerPages('/api/x?page_size=64', refusal, same.read)).rejects.toBe(refusal)
  expect(sizesOf(same.asked)).toEqual([32, 16, 8, 4, 2, 1])
  const many = listOf(1_000, (_, size) => (size > 2 ? 2 : undefined))
  await expect(readSmallerPages('/api/x?page_size=1000', refusal, many.read)).rejects.toBe(refusal)
  expect(many.asked).toHaveLength(25)
})

test('any other error of a smaller page is thrown', async () => {
  const away = new ApiError(503, 'starting', 'The service is starting or stopping.')
  const read = async () => {
    throw away
  }
  await expect(readSmallerPages('/api/x?page_size=64', refusal, read)).rejects.toBe(away)
})

test('only a page that is too large suggests a size', () => {
  expect(suggestedPageSize(refusal)).toBe(40)
  expect(suggestedPageSize(tooLarge(0))).toBeUndefined()
  expect(suggestedPageSize(readApiError(413, { code: 'body_too_large', page_size: 1 }, null))).toBeUndefined()
  expect(suggestedPageSize(new TypeError('answer_too_large'))).toBeUndefined()
})
