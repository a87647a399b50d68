import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ExtractionRequest } from '../../schema/filter/value-extraction.ts'
import type { SqlStore } from '../../storage/store/sql-store.ts'
import { storeWith, testEvent } from '../kinds/testing/open-store.ts'
import { immediateTurns } from '../logql/testing/no-events.ts'
import { rangeResolver } from '../range/resolver.ts'
import { ExtractionReads } from './extraction-reads.ts'

const start = 1_767_225_600
const time_range = { ts_from: start, ts_to: start + 3_600 }
let store: SqlStore
beforeAll(async () => {
  store = await storeWith([
    ...[10, 20, 30, 40].map((ms, index) =>
      testEvent(index + 1, [start + index], {
        host: 'web-1',
        message: `GET /a took ${ms} ms\nby o'neil\\x`,
        tags: { "it's": `user=ann${index % 2}` },
      }),
    ),
    testEvent(5, [start + 10, start + 20], { host: 'web-2', message: 'GET /b took 20 ms' }),
    testEvent(6, [start + 30], { host: 'web-1', message: 'took nothing ms' }),
  ])
})
afterAll(() => store.close())

const read = (request: ExtractionRequest, hosts = ['*']) =>
  new ExtractionReads({ store, turns: immediateTurns, resolve: rangeResolver('UTC') }).read(
    { userId: 1, hosts },
    { time_range, ...request },
    new AbortController().signal,
  )

test('values are ranked by occurrences, and numbers have percentiles, of hosts of the reader', async () => {
  expect(await read({ pattern: 'took (\\w+) ms', limit: 2 })).toEqual({
    ...time_range,
    count: 7,
    distinct: 5,
    values: [
      { value: '20', count: 3 },
      { value: '10', count: 1 },
    ],
    numbers: {
      count: 6,
      min: 10,
      max: 40,
      avg: 140 / 6,
      p50: 20,
      p90: expect.any(Number),
      p95: expect.any(Number),
      p99: 40,
    },
  })
  const own = await read({ pattern: '\\d+', filter: [{ field: 'message', op: 'qp', value: 'took' }] }, [
    'web-2',
  ])
  expect(own).toMatchObject({ count: 2, distinct: 1, values: [{ value: '20', count: 2 }] })
  // Quotation marks and backslashes in patterns and names reach the engine unchanged.
  expect(await read({ pattern: "o'(n.*\\\\x)" })).toMatchObject({
    values: [{ value: 'neil\\x', count: 4 }],
    numbers: null,
  })
  expect(await read({ pattern: '=(.*)', field: "ut_it's" })).toMatchObject({
    values: [
      { value: 'ann0', count: 2 },
      { value: 'ann1', count: 2 },
    ],
  })
  expect(await read({ pattern: 'no such text' })).toMatchObject({
    count: 0,
    distinct: 0,
    values: [],
    numbers: null,
  })
})

test('a field that cannot be extracted is refused by its member', async () => {
  const refusals: [request: ExtractionRequest, fields: object][] = [
    [{ pattern: '(' }, { pattern: [expect.any(String)] }],
    [{ pattern: '(a{1000}){1000}' }, { pattern: [expect.stringContaining('steps')] }],
    [{ pattern: 'a', field: 'severity' }, { field: ['expected a text field or a tag, not severity'] }],
    [
      { pattern: 'a', filter: [{ field: 'host', op: '|>', value: 'x' }] },
      { 'filter[0].op': [expect.stringContaining('expected one of')] },
    ],
    [{ pattern: 'a', time_range: { preset: 'last_2_moons' } }, { 'time_range.preset': [expect.any(String)] }],
  ]
  for (const [request, fields] of refusals)
    await expect(read(request), JSON.stringify(request)).rejects.toMatchObject({ code: 'validation', fields })
})
