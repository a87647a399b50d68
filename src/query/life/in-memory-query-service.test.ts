import { expect, test } from 'vitest'
import { Fault } from '../../schema/fault.ts'
import { pass, startOfTest, stoppedClock } from './testing/clock.ts'
import { anna, ben, gate, testQueryService } from './testing/test-query-service.ts'

stoppedClock()

const lastHour = { time_range: { preset: 'last_1_hours' } }
const manager = { ...anna, userId: 9, managesQueries: true }
const unknown = '0'.repeat(32)

test('what is computed within a second is answered at once', async () => {
  // proves 'Limits 1'
  const { desk, kind } = testQueryService()
  kind.events.push(startOfTest / 1000 - 10)
  const { query, finished } = await desk.create(anna, 'Counting', lastHour)
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

test('what takes longer is answered after a second as it is then, and goes on', async () => {
  // proves 'Limits 1', 'Queries asynchronous flow'
  const { desk, kind } = testQueryService()
  const { work, open } = gate()
  kind.work = work
  const created = desk.create(anna, 'Counting', lastHour)
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
  expect(await desk.read(anna, String(query.query_id))).toMatchObject({ status: 'SUCCESS' })
})

test('partial results and progress are there while it runs', async () => {
  const { desk, kind, store } = testQueryService()
  store.density = 100_000
  kind.dearness = 'scan'
  kind.isPeriodic = true
  kind.events.push(startOfTest / 1000 - 10, startOfTest / 1000 - 3_000)
  kind.work = () => new Promise(resolve => setTimeout(resolve, 100))
  const created = desk.create(anna, 'Counting', lastHour)
  await pass(1_000)
  const { query, finished } = await created
  expect(finished).toBe(false)
  expect(query).toMatchObject({ status: 'IN_PROGRESS', results: { count: 1, complete: false } })
  expect(query.progress).toBeGreaterThan(1)
  expect(query.progress).toBeLessThan(50)
  await pass(100 * (kind.computed.length + 60))
  const read = await desk.read(anna, String(query.query_id))
  expect(read).toMatchObject({ status: 'SUCCESS', progress: 100, results: { count: 2, complete: true } })
  const seconds = (kind.computed.length * 100) / 1_000
  expect(kind.finished.partial).toBeGreaterThan(1)
  expect(kind.finished.partial).toBeLessThanOrEqual(seconds + 1)
})

test('validate fills in what is missing and computes nothing', () => {
  // proves 'POST /api/query validate_only', 'Query params'
  const { desk, kind } = testQueryService()
  expect(desk.validate(anna, 'Counting', {})).toMatchObject({
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
  ['a member that is none', 'Counting', { pages: 1 }, { 'params.pages': ['There is no such field.'] }],
  [
    'a condition without a field',
    'Counting',
    { filter: [{ value: 1 }] },
    { 'params.filter[0].field': ['This field is required.'] },
  ],
  [
    'an operator that is none',
    'Counting',
    { filter: [{ field: 'host', op: 'like', value: 'a' }] },
    { 'params.filter[0].op': ['expected one of eq, ne, lt, le, gt, ge, qp, =~, !~'] },
  ],
])('%s is refused by place', async (_name, type, params, fields) => {
  const { desk } = testQueryService()
  expect(() => desk.validate(anna, type, params)).toThrow(
    expect.objectContaining({ code: 'validation', fields }),
  )
  await expect(desk.create(anna, type, params)).rejects.toMatchObject({ code: 'validation', fields })
})

test('a range or a filter that cannot be read is refused by place', async () => {
  const { desk } = testQueryService()
  const range = desk.create(anna, 'Counting', { time_range: { preset: 'last_week_end' } })
  await expect(range).rejects.toMatchObject({
    code: 'validation',
    fields: { 'params.time_range.preset': [expect.any(String)] },
  })
  const filter = desk.create(anna, 'Counting', { filter: [{ field: 'message', op: 'qp', value: '(a' }] })
  await expect(filter).rejects.toMatchObject({ code: 'query_syntax', members: { position: 2 } })
})

test('nobody but its owner and managers sees a query', async () => {
  const { desk } = testQueryService()
  const { query } = await desk.create(anna, 'Counting', lastHour)
  const id = String(query.query_id)
  await expect(desk.read(ben, id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(desk.stop(ben, id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(desk.recalculate(ben, id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(desk.remove(ben, id)).rejects.toMatchObject({ code: 'not_found' })
  expect(() =>
    desk.watch(
      ben,
      id,
      () => {},
      () => {},
    ),
  ).toThrow(Fault)
  await expect(desk.read(anna, unknown)).rejects.toMatchObject({ code: 'not_found' })
  expect(await desk.read(manager, id)).toMatchObject({ query_id: id, owner_id: 1 })
})

test('a removed query answers once more, and tells those who watch', async () => {
  const { desk } = testQueryService()
  const { query } = await desk.create(anna, 'Counting', lastHour)
  const id = String(query.query_id)
  let ended = 0
  desk.watch(
    anna,
    id,
    () => {},
    () => ended++,
  )
  expect(await desk.remove(anna, id)).toEqual(query)
  expect(ended).toBe(1)
  await expect(desk.read(anna, id)).rejects.toMatchObject({ code: 'not_found' })
})

test('what nobody reads or watches for its time to live is dropped', async () => {
  const { desk } = testQueryService({ idleTimeoutMs: 900_000 })
  const [read, watched, left] = await Promise.all(
    ['read', 'watched', 'left'].map(async label => {
      const { query } = await desk.create(anna, 'Counting', { ...lastHour, label })
      return String(query.query_id)
    }),
  )
  const unwatch = desk.watch(
    anna,
    String(watched),
    () => {},
    () => {},
  )
  await pass(600_000)
  await desk.read(anna, String(read))
  await pass(600_000)
  await expect(desk.read(anna, String(left))).rejects.toMatchObject({ code: 'not_found' })
  unwatch()
  await pass(600_000)
  await expect(desk.read(anna, String(read))).rejects.toMatchObject({ code: 'not_found' })
  expect(await desk.read(anna, String(watched))).toMatchObject({ status: 'SUCCESS' })
})

test('a user keeps so many queries: the least used one goes first, a watched one last', async () => {
  const { desk } = testQueryService({ maxQueriesPerUser: 3 })
  const make = async (label: string): Promise<string> => {
    await pass(10)
    return String((await desk.create(anna, 'Counting', { ...lastHour, label })).query.query_id)
  }
  const watched = await make('watched')
  desk.watch(
    anna,
    watched,
    () => {},
    () => {},
  )
  const read = await make('read')
  const unread = await make('unread')
  await pass(10)
  await desk.read(anna, read)
  await desk.create(ben, 'Counting', lastHour)
  await make('further')
  await expect(desk.read(anna, unread)).rejects.toMatchObject({ code: 'not_found' })
  expect(await desk.read(anna, read)).toMatchObject({ query_id: read })
  expect(await desk.read(anna, watched)).toMatchObject({ query_id: watched })
})

test('more than may wait is refused, not accepted and failed', async () => {
  const { desk, kind } = testQueryService({ shortSlots: 1, maxWaitingPerUser: 2 })
  const { work, open } = gate()
  kind.work = work
  const ask = (label: string) => desk.create(anna, 'Counting', { ...lastHour, label })
  const waiting = ['a', 'b', 'c'].map(ask)
  await expect(ask('d')).rejects.toMatchObject({ code: 'throttled', retryAfter: 1 })
  open()
  await pass(0)
  for (const { finished } of await Promise.all(waiting)) expect(finished).toBe(true)
})

test('closing ends the work at the store, and nothing is taken any more', async () => {
  const { desk, kind } = testQueryService()
  kind.work = gate().work
  const created = desk.create(anna, 'Counting', lastHour)
  await pass(1_000)
  await created
  await desk.close()
  expect(kind.computed[0]?.signal.aborted).toBe(true)
  await expect(desk.create(anna, 'Counting', lastHour)).rejects.toMatchObject({ code: 'starting' })
})

test('closing does not wait for work that does not end', async () => {
  const { desk, kind } = testQueryService()
  kind.work = () => new Promise(() => {})
  const created = desk.create(anna, 'Counting', lastHour)
  await pass(1_000)
  await created
  const closed = desk.close()
  await pass(2_000)
  await closed
})

test('results take no more memory than they may: what was used least lately goes', async () => {
  const { desk, kind } = testQueryService({ maxResultBytes: 4_000_000 })
  kind.events.push(...Array.from({ length: 10 }, (_, i) => startOfTest / 1000 - i))
  const { finish } = kind
  kind.finish = async (...args) => ({ ...(await finish.apply(kind, args)), text: 'x'.repeat(1_500_000) })
  const make = async (label: string): Promise<string> => {
    await pass(10)
    return String((await desk.create(anna, 'Counting', { ...lastHour, label })).query.query_id)
  }
  const [first, second, third] = [await make('a'), await make('b'), await make('c')]
  await expect(desk.read(anna, first)).rejects.toMatchObject({ code: 'not_found' })
  for (const id of [second, third]) expect(await desk.read(anna, id)).toMatchObject({ status: 'SUCCESS' })
})
