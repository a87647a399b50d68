import { afterAll, beforeAll, expect, test } from 'vitest'
import { noNotifications } from '../../query/kinds/notifications.ts'
import { storeWith } from '../../query/kinds/testing/open-store.ts'
import { openQueryService } from '../../query/life/open.ts'
import { type TokenName, tokenHeaders } from '../testing/people.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

let server: TestServer
let store: Awaited<ReturnType<typeof storeWith>>
let queryService: ReturnType<typeof openQueryService>

beforeAll(async () => {
  store = await storeWith([])
  const { figures, counts } = store
  const tasks = { list: async () => ({ objects: [], itemCount: 0 }) }
  queryService = openQueryService({
    store,
    sources: { figures, counts, tasks, notifications: noNotifications },
    timezone: 'UTC',
    log: (_message, error) => expect(error).toBeUndefined(),
    // Waits for answers however busy the machine is.
    limits: { answerWaitMs: 30_000 },
  })
  server = await testServer({ queryService })
})
afterAll(async () => {
  await server.app.close()
  await queryService.close()
  await store.close()
})

const ask = (name: TokenName, type: string, address = '/api/query') =>
  server.app.inject({
    method: 'POST',
    url: address,
    headers: tokenHeaders(name),
    payload: { type, params: {} },
  })

const denied = { code: 'permission_denied', detail: 'You do not have permission to perform this action.' }

test.each([
  'StorageStats',
  'ProcessingStats',
  'System_CPU',
  'System_Memory',
  'System_DF',
  'System_IOPS',
  'System_Network',
  'System_NetworkErrors',
  'Tasks',
  'Notifications',
])('%s is for users who see every host, or hold its permission; others get 403', async type => {
  // ann may search some hosts, and has no other permission.
  for (const address of ['/api/query', '/api/query?validate_only=true']) {
    const answer = await ask('user-ann', type, address)
    expect([answer.statusCode, answer.json()]).toEqual([403, denied])
  }
  const answer = await ask('user-admin', type)
  expect([answer.statusCode, answer.json().status]).toEqual([200, 'SUCCESS'])
  const { query_id } = answer.json()
  const read = await server.app.inject({ url: `/api/query/${query_id}`, headers: tokenHeaders('user-admin') })
  expect(read.json().results).toEqual(answer.json().results)
})

test('an answer that may be partial is whole where all events are in one place, and is no query', async () => {
  for (const type of ['Search', 'StorageStats']) {
    const answer = await ask('user-admin', type, '/api/query?partial=true')
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      expect.objectContaining({ query_id: null, status: 'SUCCESS', partial: false, missing_shards: [] }),
    ])
  }
  expect((await ask('user-ann', 'StorageStats', '/api/query?partial=true')).json()).toEqual(denied)
  const plain = (await ask('user-admin', 'Search')).json()
  expect(plain).not.toHaveProperty('partial')
  expect(plain).not.toHaveProperty('missing_shards')
})

test('the results of tasks and notifications are bare lists', async () => {
  expect((await ask('user-admin', 'Tasks')).json().results).toEqual([])
  expect((await ask('user-admin', 'Notification')).json()).toMatchObject({
    type: 'Notifications',
    results: [],
  })
})

test('params of a form get the types of the query, also by the other name of the type', async () => {
  const form = (type: string, params: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/query?validate_only=true',
      headers: { ...tokenHeaders('user-admin'), 'content-type': 'application/x-www-form-urlencoded' },
      payload: `type=${type}&${params}`,
    })
  const notifications = await form('Notification', 'params[read]=true')
  expect([notifications.statusCode, notifications.json().params.read]).toEqual([200, true])
  const tasks = await form('Tasks', 'params[assigned_to][]=3&params[is_open]=1')
  expect(tasks.json().params).toMatchObject({ assigned_to: [3], is_open: true, target: 'all' })
})

test.each([
  ['System_CPU', { cpu: [1] }, 'params.cpu'],
  ['System_DF', { filter: [] }, 'params.filter'],
  ['StorageStats', { time_range: { preset: 'x' } }, 'params.time_range.preset'],
  ['Tasks', { sort: ['title'] }, 'params.sort'],
  ['Tasks', { target: 'nobody' }, 'params.target'],
  ['Notifications', { sort: 'id' }, 'params.sort'],
  ['Notifications', { sort: ['id'] }, 'params.sort[0]'],
  ['Notifications', { sort: [['created_at']] }, 'params.sort[0]'],
])('%s %j is refused', async (type, params, field) => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/query',
    headers: tokenHeaders('user-admin'),
    payload: { type, params },
  })
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'validation'])
  expect(answer.json()).toHaveProperty([field])
})
