import { QueriesObserver, QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { ApiError } from '../../api/http/api-error.ts'
import type { QueryRequest } from '../../api/queries.ts'
import { PageQueries } from '../../live/page-queries.ts'
import { HeldRequests } from '../../live/testing/held-requests.ts'
import { testEvent } from '../testing/test-event.ts'
import { combinePages, pageQuery } from './result-pages.ts'

const ask: QueryRequest<'Search'> = { type: 'Search', params: {} }
const { signal } = new AbortController()
const settled = () => new Promise<void>(resolve => setImmediate(resolve))
const rows = [testEvent()]
const answer = { results: { events: { objects: rows } } }

let service: HeldRequests
let queries: PageQueries
let client: QueryClient
beforeEach(async () => {
  service = new HeldRequests()
  queries = new PageQueries(service)
  client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  await queries.create(ask, signal)
  await queries.create(ask, signal)
  return () => client.clear()
})

/** Shows pages of a query as the list of results does. Its functions return what the list gets. */
function show() {
  const optionsOf = (id: string, pages: readonly number[]) =>
    pages.map(page => pageQuery(queries, id, 0, page))
  const observer = new QueriesObserver(client, [])
  const end = observer.subscribe(() => {})
  return {
    pages: async (id: string, pages: readonly number[]) => {
      observer.setQueries(optionsOf(id, pages))
      await settled()
      return combinePages(observer.getCurrentResult())
    },
    now: async () => {
      await settled()
      return combinePages(observer.getCurrentResult())
    },
    end,
  }
}

test('rows that are scrolled to after another search has replaced theirs are not requested, and no error', async () => {
  const list = show()
  await list.pages('a', [2])
  service.answer('page 2 of a', answer)
  // A new search: the list shows the rows of the earlier one until the answer arrives.
  queries.remove('a')
  expect(await list.pages('a', [2, 3])).toEqual({ pages: [rows, undefined], error: undefined })
  expect(service.log).toEqual(['create a', 'create b', 'page 2 of a', 'remove a'])

  await list.pages('b', [2])
  service.answer('page 2 of b', answer)
  expect(await list.now()).toEqual({ pages: [rows], error: undefined })
  list.end()
})

test('rows that are being read when another search replaces theirs are no longer read, and no error', async () => {
  const list = show()
  await list.pages('a', [2])
  queries.remove('a')
  expect(await list.now()).toEqual({ pages: [undefined], error: undefined })
  // After signing in again, everything on the page is read again.
  await client.invalidateQueries()
  expect(await list.now()).toEqual({ pages: [undefined], error: undefined })
  expect(service.log.slice(2)).toEqual(['page 2 of a', 'aborted page 2 of a', 'remove a'])
  list.end()
})

test('that the service has forgotten the query stays an error, for which the search runs again', async () => {
  const list = show()
  await list.pages('a', [2])
  const unknown = new ApiError(404, 'not_found', 'Not found.')
  service.refuse('page 2 of a', unknown)
  expect((await list.now()).error).toBe(unknown)
  expect((await list.pages('a', [2, 3])).error).toBe(unknown)
  expect(service.log.slice(2)).toEqual(['page 2 of a'])
  list.end()
})
