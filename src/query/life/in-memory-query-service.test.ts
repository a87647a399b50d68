import { expect, test } from 'vitest'
import { Fault } from '../../schema/fault.ts'
import { pass, startOfTest, stoppedClock } from './testing/clock.ts'
import { anna, ben, gate, testQueryService } from './testing/test-query-service.ts'

stoppedClock()

const lastHour = { time_range: { preset: 'last_1_hours' } }
const manager = { ...anna, userId: 9, managesQueries: true }
const unknown = '0'.repeat(32)

test('a query that is computed within a second is answered at once', async () => {
  // proves 'Limits 1'
  const { queryService, kind } = testQueryService()
  kind.events.push(startOfTest / 1000 - 10)
  const { query, finished } = await queryService.create(anna, 'Counting', lastHour)
  expect(finished).toBe(true)
  expect(query).toMatchObject({
    query_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    status: 'SUCCESS',
    type: 'Counting',
    base_time: startOfTest / 1000,
    progress: 100,
    owner_id: 1,
    params: { ...lastHour, freeze_time: false, filter: [] },
    results: { count: 1, complete: true },
    created_at: startOfTest / 1000,
    updated_at: startOfTest / 1000,
  })
  expect(kind.computed.length).toBe(1)
  expect(kind.finished).toEqual({ whole: 1, partial: 0 })
})

test('a query that takes longer is answered after a second as it is then, and continues', async () => {
  // proves 'Limits 1', 'Queries asynchronous flow'
  const { queryService, kind } = testQueryService()
  const { work, open } = gate()
  kind.work = work
  const created = queryService.create(anna, 'Counting', lastHour)
  let answered = false
  void created.then(() => {
    answered = true
  })
  await pass(999)
  expect(answered).toBe(false)
  await pass(1)
  const { query, finished } = await created
  expect({ finished, ...query }).toMatchObject({ finished: false, status: 'IN_PROGRESS', results: {} })
  open()
  await pass(0)
  expect(await queryService.read(anna, String(query.query_id))).toMatchObject({ status: 'SUCCESS' })
})

test('a query that takes very long is noted with its end', async () => {
  const { queryService, kind, slowQueries } = testQueryService()
  const ask = async (label: string, end: (id: string, open: () => void) => void) => {
    const { work, open } = gate()
    kind.work = work
    const made = queryService.create(anna, 'Counting', { ...lastHour, label })
    await pass(1_000)
    const id = String((await made).query.query_id)
    await pass(2_000)
    end(id, open)
    await pass(10)
    return id
  }
  const answered = await ask('a', (_, open) => open())
  const stopped = await ask('b', id => void queryService.stop(anna, id))
  const to = startOfTest / 1_000 + 30
  expect(slowQueries.list).toMatchObject([
    { query_id: stopped, outcome: 'stopped', duration: 3_000, waited: null },
    {
      query_id: answered,
      type: 'Counting',
      user_id: 1,
      filter: '[]',
      outcome: 'answered',
      duration: 3_000,
      from: to - 3_600,
      to,
    },
  ])
})

test('partial results and progress are there while it runs', async () => {
  const { queryService, kind, store } = testQueryService()
  store.density = 100_000
  kind.costPerRow = 'scan'
  kind.isPeriodic = true
  kind.events.push(startOfTest / 1000 - 10, startOfTest / 1000 - 3_000)
  kind.work = () => new Promise(resolve => setTimeout(resolve, 100))
  const created = queryService.create(anna, 'Counting', lastHour)
  await pass(1_000)
  const { query, finished } = await created
  expect(finished).toBe(false)
  expect(query).toMatchObject({ status: 'IN_PROGRESS', results: { count: 1, complete: false } })
  expect(query.progress).toBeGreaterThan(1)
  expect(query.progress).toBeLessThan(50)
  await pass(100 * (kind.computed.length + 60))
  const read = await queryService.read(anna, String(query.query_id))
  expect(read).toMatchObject({ status: 'SUCCESS', progress: 100, results: { count: 2, complete: true } })
  const seconds = (kind.computed.length * 100) / 1_000
  expect(kind.finished.partial).toBeGreaterThan(1)
  expect(kind.finished.partial).toBeLessThanOrEqual(seconds + 1)
})

test('validate fills in what is missing and computes nothing', () => {
  // proves 'POST /api/query validate_only', 'Query params'
  const { queryService, kind } = testQueryService()
  expect(queryService.validate(anna, 'Counting', {})).toMatchObject({
    query_id: null,
    status: 'PENDING',
    results: {},
    params: { freeze_time: false, filter: [] },
    owner_id: 1,
    progress: 0,
  })
  expect(kind.computed).toEqual([])
})

test.each([
  ['an unknown type', 'Nonesuch', {}, { type: ['expected one of Counting, Paging'] }],
  ['no object', 'Counting', 3, { params: ['must be object'] }],
  ['a member of the wrong type', 'Paging', { page: 'x' }, { 'params.page': ['must be integer'] }],
  ['an invalid member', 'Counting', { pages: 1 }, { 'params.pages': ['There is no such field.'] }],
  [
    'a condition without a field',
    'Counting',
    { filter: [{ value: 1 }] },
    { 'params.filter[0].field': ['This field is required.'] },
  ],
  [
    'an invalid operator',
    'Counting',
    { filter: [{ field: 'host', op: 'like', value: 'a' }] },
    { 'params.filter[0].op': ['expected one of eq, ne, lt, le, gt, ge, qp, =~, !~, |>, !>'] },
  ],
])('%s is refused by place', async (_name, type, params, fields) => {
  const { queryService } = testQueryService()
  expect(() => queryService.validate(anna, type, params)).toThrow(
    expect.objectContaining({ code: 'validation', fields }),
  )
  await expect(queryService.create(anna, type, params)).rejects.toMatchObject({ code: 'validation', fields })
})

test('a range or a filter that cannot be read is refused by place', async () => {
  const { queryService } = testQueryService()
  const range = queryService.create(anna, 'Counting', { time_range: { preset: 'last_week_end' } })
  await expect(range).rejects.toMatchObject({
    code: 'validation',
    fields: { 'params.time_range.preset': [expect.any(String)] },
  })
  const filter = queryService.create(anna, 'Counting', {
    filter: [{ field: 'message', op: 'qp', value: '(a' }],
  })
  await expect(filter).rejects.toMatchObject({ code: 'query_syntax', members: { position: 2 } })
})

test('only its owner and managers see a query', async () => {
  const { queryService } = testQueryService()
  const { query } = await queryService.create(anna, 'Counting', lastHour)
  const id = String(query.query_id)
  await expect(queryService.read(ben, id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(queryService.stop(ben, id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(queryService.recalculate(ben, id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(queryService.remove(ben, id)).rejects.toMatchObject({ code: 'not_found' })
  expect(() =>
    queryService.watch(
      ben,
      id,
      () => {},
      () => {},
    ),
  ).toThrow(Fault)
  await expect(queryService.read(anna, unknown)).rejects.toMatchObject({ code: 'not_found' })
  expect(await queryService.read(manager, id)).toMatchObject({ query_id: id, owner_id: 1 })
})

test('a read-only token changes its own queries only, also when it sees others', async () => {
  const { queryService } = testQueryService()
  const { query } = await queryService.create(anna, 'Counting', lastHour)
  const id = String(query.query_id)
  const detail = 'This token reads only: it changes queries of its own user only, and none of widgets.'
  for (const command of ['stop', 'recalculate', 'remove'] as const) {
    const change = queryService[command]({ ...manager, readsOnly: true }, id)
    await expect(change).rejects.toMatchObject({ code: 'permission_denied', detail })
  }
  for (const command of ['stop', 'recalculate', 'remove'] as const)
    expect(await queryService[command]({ ...anna, readsOnly: true }, id)).toMatchObject({ query_id: id })
})

test('a removed query answers once more, and notifies its watchers', async () => {
  const { queryService } = testQueryService()
  const { query } = await queryService.create(anna, 'Counting', lastHour)
  const id = String(query.query_id)
  let ended = 0
  queryService.watch(
    anna,
    id,
    () => {},
    () => ended++,
  )
  expect(await queryService.remove(anna, id)).toEqual(query)
  expect(ended).toBe(1)
  await expect(queryService.read(anna, id)).rejects.toMatchObject({ code: 'not_found' })
})

test('a query without readers and watchers for its time to live is dropped', async () => {
  const { queryService } = testQueryService({ idleTimeoutMs: 900_000 })
  const [read, watched, left] = await Promise.all(
    ['read', 'watched', 'left'].map(async label => {
      const { query } = await queryService.create(anna, 'Counting', { ...lastHour, label })
      return String(query.query_id)
    }),
  )
  const unwatch = queryService.watch(
    anna,
    String(watched),
    () => {},
    () => {},
  )
  await pass(600_000)
  await queryService.read(anna, String(read))
  await pass(600_000)
  await expect(queryService.read(anna, String(left))).rejects.toMatchObject({ code: 'not_found' })
  unwatch()
  await pass(600_000)
  await expect(queryService.read(anna, String(read))).rejects.toMatchObject({ code: 'not_found' })
  expect(await queryService.read(anna, String(watched))).toMatchObject({ status: 'SUCCESS' })
})

test('a user keeps a limited number of queries: the least used one goes first, a watched one last', async () => {
  const { queryService } = testQueryService({ maxQueriesPerUser: 3 })
  const make = async (label: string): Promise<string> => {
    await pass(10)
    return String((await queryService.create(anna, 'Counting', { ...lastHour, label })).query.query_id)
  }
  const watched = await make('watched')
  queryService.watch(
    anna,
    watched,
    () => {},
    () => {},
  )
  const read = await make('read')
  const unread = await make('unread')
  await pass(10)
  await queryService.read(anna, read)
  await queryService.create(ben, 'Counting', lastHour)
  await make('further')
  await expect(queryService.read(anna, unread)).rejects.toMatchObject({ code: 'not_found' })
  expect(await queryService.read(anna, read)).toMatchObject({ query_id: read })
  expect(await queryService.read(anna, watched)).toMatchObject({ query_id: watched })
})

test('more than may wait is refused, not accepted and failed', async () => {
  const { queryService, kind } = testQueryService({ shortSlots: 1, maxWaitingPerUser: 2 })
  const { work, open } = gate()
  kind.work = work
  const ask = (label: string) => queryService.create(anna, 'Counting', { ...lastHour, label })
  const waiting = ['a', 'b', 'c'].map(ask)
  await expect(ask('d')).rejects.toMatchObject({ code: 'throttled', retryAfter: 1 })
  open()
  await pass(0)
  for (const { finished } of await Promise.all(waiting)) expect(finished).toBe(true)
})

test('closing ends the work at the store, and nothing is taken any more', async () => {
  const { queryService, kind } = testQueryService()
  kind.work = gate().work
  const created = queryService.create(anna, 'Counting', lastHour)
  await pass(1_000)
  await created
  await queryService.close()
  expect(kind.computed[0]?.signal.aborted).toBe(true)
  await expect(queryService.create(anna, 'Counting', lastHour)).rejects.toMatchObject({ code: 'starting' })
})

test('closing does not wait for work that does not end', async () => {
  const { queryService, kind } = testQueryService()
  kind.work = () => new Promise(() => {})
  const created = queryService.create(anna, 'Counting', lastHour)
  await pass(1_000)
  await created
  const closed = queryService.close()
  await pass(2_000)
  await closed
})

test('results take no more memory than they may: the least recently used go first', async () => {
  const { queryService, kind } = testQueryService({ maxResultBytes: 4_000_000 })
  kind.events.push(...Array.from({ length: 10 }, (_, i) => startOfTest / 1000 - i))
  const { finish } = kind
  kind.finish = async (...args) => ({ ...(await finish.apply(kind, args)), text: 'x'.repeat(1_500_000) })
  const make = async (label: string): Promise<string> => {
    await pass(10)
    return String((await queryService.create(anna, 'Counting', { ...lastHour, label })).query.query_id)
  }
  const [first, second, third] = [await make('a'), await make('b'), await make('c')]
  await expect(queryService.read(anna, first)).rejects.toMatchObject({ code: 'not_found' })
  for (const id of [second, third])
    expect(await queryService.read(anna, id)).toMatchObject({ status: 'SUCCESS' })
})
