import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { get, request } from './request.ts'

const items = ['a', 'b', 'c', 'd', 'e']
const maxPageSize = 2
const asked: string[] = []

/** A service that answers pages of `items`, of at most `maxPageSize`. */
const service = createServer((incoming, answer) => {
  asked.push(`${incoming.method} ${incoming.url}`)
  const { searchParams } = new URL(incoming.url ?? '', 'http://localhost')
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
  // As it listens at a port.
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

test('a change is not repeated', async () => {
  asked.length = 0
  const changing = request(`${url}?page_size=4`, { method: 'PATCH', body: {} })
  await expect(changing).rejects.toMatchObject({ code: 'answer_too_large', pageSize: maxPageSize })
  expect(asked).toEqual(['PATCH /api/things?page_size=4'])
})
