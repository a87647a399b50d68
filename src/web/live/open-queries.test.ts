import { expect, test } from 'vitest'
import type { QueryAnswer, QueryRequest } from '../api/queries.ts'
import type { QueryApi } from './live-query.ts'
import { withOpenQueries } from './open-queries.ts'

const ask: QueryRequest<'EventRate'> = { type: 'EventRate', params: {} }

test('a page that is closed removes the queries that it has open, each once, and reads them no longer', async () => {
  const removed: string[] = []
  let made = 0
  const service: QueryApi = {
    // Only the id is used.
    create: async () => {
      made += 1
      return { query_id: `q${made}` } as QueryAnswer as never
    },
    read: (_, signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    remove: id => void removed.push(id),
    lost: () => {},
  }
  const { api, removeAll } = withOpenQueries(service)
  const { signal } = new AbortController()
  for (let i = 0; i < 4; i += 1) await api.create(ask, signal)
  api.remove('q2')
  api.lost('q4')
  api.remove('q4')
  const reading = api.read('q1', signal)
  removeAll()
  removeAll()
  expect(removed).toEqual(['q2', 'q1', 'q3'])
  await expect(reading).rejects.toThrow('aborted')
})
