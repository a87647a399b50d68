import { afterAll, expect, test, vi } from 'vitest'
import { StoredNotifications } from '../../alerts/notifications/notification-source.ts'
import { insertNotification } from '../../metadata/triggers/testing/insert-notification.ts'
import { HostVisibility } from '../../query/host-visibility.ts'
import type { NotificationSource } from '../../query/kinds/notifications.ts'
import { storeWith, testEvent } from '../../query/kinds/testing/open-store.ts'
import { openQueryService } from '../../query/life/open.ts'
import { queryTypes } from '../../schema/query/query.ts'
import { eventually, maxWaitMs } from '../../testing/until.ts'
import { proves } from '../testing/conformance/proves.ts'
import { adminId, tokenHeaders } from '../testing/people.ts'
import { testServer } from '../testing/test-server.ts'
import type { Description } from './openapi.ts'
import { ShapeChecks } from './testing/schema-checks.ts'

const now = Math.floor(Date.now() / 1000)
const store = await storeWith([
  testEvent(1, [now - 100, now - 90], { tags: { SrcIP: '198.51.100.7' }, severity: 3 }),
  testEvent(2, [now - 80], { host: 'edge-1', message: 'link is down' }),
  testEvent(3, [now - 30, now - 29, now - 28], { host: 'edge-2', mnemonic: 'LINK-3-UPDOWN' }),
])
const tasks = { list: async () => ({ objects: [], itemCount: 0 }) }
const notifications: NotificationSource = {
  list: (reader, question) => {
    const stored = server.people.metadata.notifications
    return new StoredNotifications(stored, new HostVisibility()).list(reader, question)
  },
}
const queryService = openQueryService({
  store,
  sources: { figures: store.figures, counts: store.counts, tasks, notifications },
  timezone: 'UTC',
  log: () => {},
})
const server = await testServer({ queryService })
const { metadata } = server.people
const trigger = await metadata.triggers.create(
  { userId: adminId, managesTriggers: true },
  { name: 'Links', filter: [{ field: 'host', value: 'edge-1' }] },
)
await insertNotification(metadata, trigger.id)
const document: Description = (await server.app.inject('/api/schema')).json()
const checks = new ShapeChecks(document)

afterAll(async () => {
  await server.app.close()
  await queryService.close()
  await store.close()
})

function hold(name: string, value: unknown): void {
  const faults = checks.faults({ $ref: `#/components/schemas/${name}` }, value)
  expect(faults, JSON.stringify(value)).toEqual([])
}

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
  ['Patterns', {}],
  ['Patterns', { ...lastHour, sort: 'new', with_subperiods: true, limit: 2 }],
  [
    'Patterns',
    { ...lastHour, compare_before: false, filter: [{ field: 'message', op: '|>', value: 'link is up' }] },
  ],
  ['FieldStats', {}],
  ['FieldStats', { ...lastHour, field: 'severity', limit: 1 }],
  ['FieldStats', { ...lastHour, field: 'SrcIP' }],
  ['Stats', {}],
  [
    'Stats',
    { ...lastHour, field: 'severity', functions: ['avg', 'p95'], group_by: ['host'], with_subperiods: true },
  ],
  ['Changes', {}],
  ['Changes', { ...lastHour, compare_to: { preset: 'last_2_hours' }, limit: 500 }],
  ['EventRate', { time_range: { ts_from: now - 600, ts_to: now, step: 60, timezone: 'Europe/Berlin' } }],
  ['StorageStats', {}],
  ['ProcessingStats', lastHour],
  ['Tasks', {}],
  ['Notifications', {}],
  ['Notifications', { with_events: true, sort: 'Newest unread first' }],
  ['System_CPU', lastHour],
  ['System_Memory', {}],
  ['System_DF', {}],
  ['System_IOPS', {}],
  ['System_Network', {}],
  ['System_NetworkErrors', {}],
]

test.each(rows)('a %s with %j is described', async (type, params) => {
  proves('Query query_id', 'Query status', 'Query base_time', 'Query owner_id', 'Query results')
  const payload = { type, params }
  hold('QueryRequest', payload)
  const headers = tokenHeaders('user-admin')
  const validated = await server.app.inject({
    method: 'POST',
    url: '/api/query?validate_only=true',
    headers,
    payload,
  })
  expect(validated.json()).toMatchObject({ query_id: null, status: 'PENDING', results: {} })
  hold(`${type}Query`, validated.json())
  const made = await server.app.inject({ method: 'POST', url: '/api/query', headers, payload })
  hold(`${type}Query`, made.json())
  expect(made.json()).toMatchObject({ query_id: expect.any(String), owner_id: adminId })
  const url = `/api/query/${made.json().query_id}`
  const done = await vi.waitFor(
    async () => {
      const read = await server.app.inject({ url, headers })
      hold('GenericQuery', read.json())
      expect(read.json().status).toBe('SUCCESS')
      return read.json()
    },
    { timeout: maxWaitMs() },
  )
  hold(`${type}Query`, done)
  hold(`${type}Results`, done.results)
})

test('no type is left out', () => {
  expect([...new Set(rows.map(([type]) => type))].sort()).toEqual(Object.keys(queryTypes).sort())
})

test('a page of a Search is chosen by the read; other types have none', async () => {
  proves(
    'GET /api/query/{qid} page',
    'GET /api/query/{qid} page_size',
    'GET /api/query/{qid} offset',
    'Queries paging',
  )
  const headers = tokenHeaders('user-admin')
  const ask = async (type: string) => {
    const payload = { type, params: lastHour }
    const made = await server.app.inject({ method: 'POST', url: '/api/query', headers, payload })
    return `/api/query/${made.json().query_id}`
  }
  const read = async (url: string) => (await server.app.inject({ url, headers })).json().results
  const search = await ask('Search')
  await eventually(async () => (await read(search)).events?.objects).toHaveLength(3)
  const ids = async (query: string) =>
    (await read(`${search}?${query}`)).events.objects.map((event: { id: number }) => event.id)
  expect(await ids('')).toEqual([3, 2, 1])
  expect(await ids('page_size=2')).toEqual([3, 2])
  expect(await ids('page_size=2&page=2')).toEqual([1])
  expect(await ids('offset=1')).toEqual([2, 1])
  const top = await ask('TopN')
  await eventually(async () => (await read(top)).totals?.cardinality).toBe(3)
  expect((await read(`${top}?page=2&page_size=1&offset=1`)).totals.values).toHaveLength(3)
})

test('a value that no type takes is none of the requests described', () => {
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
