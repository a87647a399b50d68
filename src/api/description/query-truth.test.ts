import { afterAll, expect, test } from 'vitest'
import { storeWith, testEvent } from '../../query/kinds/testing/open-store.ts'
import { openDesk } from '../../query/life/open.ts'
import type { queryTypes } from '../../schema/query/query.ts'
import { by } from '../testing/people.ts'
import { testServer } from '../testing/test-server.ts'
import type { Description } from './openapi.ts'
import { ShapeChecks } from './testing/shape-checks.ts'

const now = Math.floor(Date.now() / 1000)
const store = await storeWith([
  testEvent(1, [now - 100, now - 90], { tags: { SrcIP: '198.51.100.7' }, severity: 3 }),
  testEvent(2, [now - 80], { host: 'edge-1', message: 'link is down' }),
  testEvent(3, [now - 30, now - 29, now - 28], { host: 'edge-2', mnemonic: 'LINK-3-UPDOWN' }),
])
const server = await testServer({ desk: openDesk({ store, timezone: 'UTC', log: () => {} }) })
const document: Description = (await server.app.inject('/api/schema')).json()
const checks = new ShapeChecks(document)

afterAll(async () => {
  await server.app.close()
  await store.close()
})

const lastHour = { time_range: { preset: 'last_1_hours' } }
const rows: [type: keyof typeof queryTypes, params: Record<string, unknown>][] = [
  ['Search', {}],
  ['Search', { ...lastHour, sort: ['-counter'], filter: [{ field: 'message', op: 'qp', value: 'link' }] }],
  ['Search', { ...lastHour, page: 2, page_size: 1, freeze_time: true }],
  ['TopN', {}],
  [
    'TopN',
    {
      ...lastHour,
      field: 'severity',
      limit: 1,
      with_subperiods: true,
      top_periods: true,
      show_other: true,
      subfields: ['host', 'SrcIP'],
      subfields_limit: 2,
    },
  ],
  ['LastN', {}],
  ['LastN', { ...lastHour, field: 'cisco_mnemonic', ignore_empty: false }],
  ['EventRate', {}],
  ['EventRate', { time_range: { ts_from: now - 600, ts_to: now, step: 60, timezone: 'Europe/Berlin' } }],
]

test.each(rows)('a %s with %j is described', async (type, params) => {
  const body = { type, params }
  expect(checks.faults({ $ref: '#/components/schemas/QueryRequest' }, body)).toEqual([])
  for (const query of ['', '?validate_only=true']) {
    const url = `/api/query${query}`
    const made = await server.app.inject({ method: 'POST', url, headers: by('user-admin'), payload: body })
    expect(made.statusCode, made.body).toBe(200)
    expect(checks.faults({ $ref: `#/components/schemas/${type}Query` }, made.json()), made.body).toEqual([])
    if (query !== '') continue
    const results = { $ref: `#/components/schemas/${type}Results` }
    expect(checks.faults(results, made.json().results), made.body).toEqual([])
    const read = await server.app.inject({ url: `${url}/${made.json().query_id}`, headers: by('user-admin') })
    expect(checks.faults({ $ref: '#/components/schemas/GenericQuery' }, read.json()), read.body).toEqual([])
  }
})

test('what no type takes is none of the requests described', () => {
  const wrong = [
    { type: 'Search', params: { field: 'host' } },
    { type: 'TopN', params: { limit: 0 } },
    { type: 'Nothing', params: {} },
    { type: 'Search' },
    { type: 'Search', params: {}, more: 1 },
  ]
  for (const body of wrong) {
    expect(
      checks.faults({ $ref: '#/components/schemas/QueryRequest' }, body),
      JSON.stringify(body),
    ).not.toEqual([])
  }
})
