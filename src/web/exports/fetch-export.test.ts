import { beforeEach, expect, test } from 'vitest'
import type { ExportedFile } from '../api/export.ts'
import { ApiError } from '../api/http/api-error.ts'
import type { QueryRequest } from '../api/queries.ts'
import { PageQueries } from '../live/page-queries.ts'
import { HeldRequests } from '../live/testing/held-requests.ts'
import { fetchExport } from './fetch-export.ts'

const query: QueryRequest<'Search'> = { type: 'Search', params: {} }
const file: ExportedFile = { file: new Blob(['a row']), cappedFrom: undefined }
const { signal } = new AbortController()
const settled = () => new Promise<void>(resolve => setImmediate(resolve))

let service: HeldRequests
let queries: PageQueries
beforeEach(async () => {
  service = new HeldRequests()
  queries = new PageQueries(service)
  await queries.create(query, signal)
})

const start = () =>
  fetchExport(
    queries,
    ({ queryId }, _, signal) => service.send(`export ${queryId}`, signal),
    { queryId: 'a', query, format: 'csv', zone: 'UTC', fileName: 'events' },
    () => {},
    signal,
  )

test('a file is complete even if the page leaves the search meanwhile; then the query is removed', async () => {
  const exported = start()
  queries.remove('a')
  expect(service.log).toEqual(['create a', 'export a'])
  service.answer('export a', file)
  expect(await exported).toBe(file)
  expect(service.log).toEqual(['create a', 'export a', 'remove a'])
})

test('the file of a search that the page has left comes from a new query', async () => {
  queries.remove('a')
  const exported = start()
  await settled()
  service.answer('export b', file)
  expect(await exported).toBe(file)
  expect(service.log).toEqual(['create a', 'remove a', 'create b', 'export b', 'remove b'])
})

test('so does the file of a query that the service has forgotten; any other error fails the download', async () => {
  const exported = start()
  service.refuse('export a', new ApiError(404, 'not_found', 'Not found.'))
  await settled()
  service.refuse('export b', new ApiError(503, 'overloaded', 'Busy.'))
  await expect(exported).rejects.toThrow('Busy.')
  expect(service.log).toEqual(['create a', 'export a', 'create b', 'export b', 'remove b'])
})
