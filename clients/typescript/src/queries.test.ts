import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Millrace } from './millrace.ts'
import { dataOf } from './millrace-error.ts'

test('a query that is stopped is an error, not the answer of a part', async () => {
  const states = [
    { query_id: 'q', status: 'PENDING', progress: 0, results: [] },
    { query_id: 'q', status: 'STOPPED', progress: 40.6, results: { totals: { count: 3 } } },
    {},
  ]
  const paths: unknown[] = []
  const service = createServer((request, response) => {
    request.resume()
    paths.push(request.url)
    response.setHeader('content-type', 'application/json').end(JSON.stringify(states.shift()))
  })
  await once(service.listen(0, '127.0.0.1'), 'listening')
  try {
    // A server that listens on a port has an address with it.
    const { port } = service.address() as AddressInfo
    const millrace = new Millrace({ url: `http://127.0.0.1:${port}/millrace/`, token: 'key' })
    await expect(millrace.ask('Search', {})).rejects.toMatchObject({
      name: 'MillraceError',
      code: 'conflict',
      message: 'The query was stopped at 40 %: its results are incomplete.',
    })
    expect(paths).toEqual(['/millrace/api/query', '/millrace/api/query/q', '/millrace/api/query/q/remove'])
  } finally {
    service.closeAllConnections()
    service.close()
  }
})

test.each([
  ['7', 7],
  ['Thu, 01 Jan 2026 00:10:00 GMT', 600],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['soon', undefined],
])('Retry-After: %s', (wait, retryAfter) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) })
  onTestFinished(() => void vi.useRealTimers())
  const response = new Response('', { status: 503, headers: { 'retry-after': wait } })
  expect(() => dataOf({ error: {}, response })).toThrow(expect.objectContaining({ retryAfter }))
})
