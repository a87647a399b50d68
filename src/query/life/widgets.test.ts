import { expect, test } from 'vitest'
import { Fault } from '../../schema/fault.ts'
import type { Reader } from '../query-service.ts'
import { pass, startOfTest, stoppedClock } from './testing/clock.ts'
import { countedIn } from './testing/counting-kind.ts'
import { anna, ben, gate, testQueryService } from './testing/test-query-service.ts'

stoppedClock()

const now = startOfTest / 1000
const lastHour = { time_range: { preset: 'last_1_hours' } }
const only = (userId: number, ...hosts: string[]): Reader => ({ ...anna, userId, hosts })

interface Told {
  status: string
  results: { count?: number; predicate?: unknown }
  error?: { code: string; detail: string }
}

/** Anna's widget 7 on dashboard 1, which all users see, and what its watchers get. */
function widgetOfAnna(type = 'Counting', params: Record<string, unknown> = lastHour) {
  const under = testQueryService()
  under.board.setDashboard(1, anna.userId, { isPublic: true })
  const widget = under.board.setWidget(7, 1, type, params)
  const watch = (reader: Reader, ended: () => void = () => {}) => {
    const told: Told[] = []
    const stop = under.queryService.watchWidget(
      reader,
      widget,
      ({ text }) => told.push(JSON.parse(text)),
      ended,
    )
    return { told, stop }
  }
  const happen = (second: number): void => {
    under.kind.events.push(second)
    under.store.touch(second)
  }
  return { ...under, id: widget.queryId, watch, happen }
}

test('the query of a widget is there under its id, and nothing is computed before it is viewed', async () => {
  const { queryService, kind, id } = widgetOfAnna()
  await pass(60_000)
  expect(kind.computed).toEqual([])
  expect(await queryService.read(anna, id)).toMatchObject({
    query_id: id,
    status: 'IN_PROGRESS',
    owner_id: 1,
  })
  await pass(0)
  expect(await queryService.read(anna, id)).toMatchObject({
    query_id: id,
    status: 'SUCCESS',
    type: 'Counting',
    params: { ...lastHour, freeze_time: false, filter: [] },
    results: { count: 0 },
  })
})

test('it is sent live, and refreshed no more without viewers', async () => {
  const { kind, watch, happen } = widgetOfAnna()
  const { told, stop } = watch(anna)
  await pass(1_500)
  happen(now)
  await pass(1_000)
  expect(told.at(-1)?.results.count).toBe(1)
  stop()
  await pass(5_000)
  const computed = kind.computed.length
  happen(now)
  await pass(60_000)
  expect(kind.computed.length).toBe(computed)
})

test('unused for its time to live it leaves the memory, and is made again under the same id', async () => {
  const { queryService, kind, id } = widgetOfAnna()
  await queryService.read(anna, id)
  await pass(0)
  const { created_at } = await queryService.read(anna, id)
  await pass(960_000)
  const computed = kind.computed.length
  const again = await queryService.read(anna, id)
  expect(again).toMatchObject({ query_id: id, status: 'IN_PROGRESS', results: {} })
  expect(again.created_at).toBeGreaterThan(created_at)
  await pass(0)
  expect(await queryService.read(anna, id)).toMatchObject({ status: 'SUCCESS' })
  expect(kind.computed.length).toBe(computed + 1)
})

test('it ends with its widget, and when the widget asks something else', async () => {
  const { queryService, board, id, watch } = widgetOfAnna()
  let ended = 0
  watch(anna, () => ended++)
  const { queryId } = board.setWidget(7, 1, 'Counting', { ...lastHour, label: 'other' })
  expect(ended).toBe(1)
  await expect(queryService.read(anna, id)).rejects.toMatchObject({ code: 'not_found' })
  expect(await queryService.read(anna, queryId)).toMatchObject({ params: { label: 'other' } })
  board.removeWidget(7)
  await expect(queryService.read(anna, queryId)).rejects.toMatchObject({ code: 'not_found' })
})

test('whoever sees the widget sees it, with the hosts of their own', async () => {
  const { queryService, board, id } = widgetOfAnna()
  const seen = async (reader: Reader) => {
    await queryService.read(reader, id)
    await pass(0)
    return countedIn(await queryService.read(reader, id)).predicate
  }
  const everything = { kind: 'const', value: true }
  expect(await seen(ben)).toEqual(everything)
  expect(await seen(only(3))).toEqual({ kind: 'all', of: [everything, { kind: 'const', value: false }] })
  board.setDashboard(1, anna.userId)
  await expect(queryService.read(ben, id)).rejects.toMatchObject({ code: 'not_found' })
  const managers: [string, Partial<Reader>, boolean][] = [
    ['of dashboards', { managesDashboards: true }, true],
    ['of queries', { managesQueries: true }, false],
  ]
  for (const [name, manages, sees] of managers) {
    const read = queryService.read({ ...ben, ...manages }, id).then(
      () => true,
      () => false,
    )
    expect([name, await read]).toEqual([name, sees])
  }
})

test('it can be neither stopped nor removed, and only its owner can have it computed again', async () => {
  const { queryService, board, kind, id } = widgetOfAnna()
  for (const reader of [anna, ben]) {
    await expect(queryService.stop(reader, id)).rejects.toMatchObject({ code: 'conflict' })
    await expect(queryService.remove(reader, id)).rejects.toMatchObject({ code: 'conflict' })
  }
  await expect(queryService.recalculate(ben, id)).rejects.toMatchObject({ code: 'permission_denied' })
  expect(await queryService.recalculate(anna, id)).toMatchObject({ query_id: id, status: 'SUCCESS' })
  const computed = kind.computed.length
  expect(await queryService.recalculate(anna, id)).toMatchObject({ status: 'SUCCESS' })
  expect(kind.computed.length).toBe(computed + 1)
  const limited = { ...anna, readsOnly: true } as const
  for (const command of ['stop', 'remove', 'recalculate'] as const)
    await expect(queryService[command](limited, id)).rejects.toMatchObject({ code: 'permission_denied' })
  board.setDashboard(1, anna.userId)
  for (const command of ['stop', 'remove', 'recalculate'] as const) {
    await expect(queryService[command](ben, id)).rejects.toMatchObject({ code: 'not_found' })
  }
})

test('it is not found by the way of queries that a user created', async () => {
  const { queryService, id } = widgetOfAnna()
  await queryService.read(anna, id)
  const watchIt = () =>
    queryService.watch(
      anna,
      id,
      () => {},
      () => {},
    )
  expect(watchIt).toThrow(Fault)
})

test('the queries of widgets take no place of the queries that their owner created', async () => {
  const { queryService, board } = testQueryService({ maxQueriesPerUser: 2 })
  board.setDashboard(1, anna.userId)
  const created = await Promise.all(
    ['a', 'b'].map(
      async label => (await queryService.create(anna, 'Counting', { ...lastHour, label })).query.query_id,
    ),
  )
  for (let widget = 1; widget <= 5; widget++) {
    await pass(10)
    await queryService.read(
      anna,
      board.setWidget(widget, 1, 'Counting', { ...lastHour, label: `w${widget}` }).queryId,
    )
  }
  for (const id of created) expect(await queryService.read(anna, String(id))).toMatchObject({ query_id: id })
})

test('widgets that ask the same are computed once, also with a query that a user created', async () => {
  const { queryService, board, kind, id } = widgetOfAnna()
  const { queryId } = board.setWidget(8, 1, 'Counting', lastHour)
  await Promise.all([
    queryService.read(anna, id),
    queryService.read(ben, queryId),
    queryService.create(ben, 'Counting', lastHour),
  ])
  expect(kind.computed.length).toBe(1)
})

test.each<[string, string, Record<string, unknown>, { code: string; detail: string }]>([
  [
    'an unknown type',
    'Nonesuch',
    { field: 'x' },
    { code: 'validation', detail: 'type: expected one of Counting, Paging' },
  ],
  [
    'params of the wrong shape',
    'Paging',
    { page: 'x', pages: 1 },
    { code: 'validation', detail: 'params.pages: There is no such field. params.page: must be integer' },
  ],
  [
    'an expression that cannot be read',
    'Counting',
    { filter: [{ field: 'message', op: 'qp', value: '(a' }] },
    { code: 'query_syntax', detail: expect.stringContaining('at position 2') },
  ],
])('%s is a query in FAILURE that says why', async (_name, type, params, error) => {
  const { queryService, id, watch, board, logged } = widgetOfAnna(type, params)
  const { told } = watch(anna)
  await pass(1_000)
  expect(told.at(-1)).toMatchObject({ status: 'FAILURE', error, type, params })
  expect(await queryService.read(anna, id)).toMatchObject({
    query_id: id,
    status: 'FAILURE',
    error,
    results: {},
  })
  const other = board.setWidget(8, 1, 'Counting', lastHour)
  await queryService.read(anna, other.queryId)
  await pass(0)
  expect(await queryService.read(anna, other.queryId)).toMatchObject({ status: 'SUCCESS' })
  expect(logged).toEqual([])
})

test('a range that becomes empty with time is a failure then, and is empty before it is computed either', async () => {
  // From an hour ago to a fixed moment: as soon as that is more than an hour ago, it ends before it starts.
  const { queryService, id, watch } = widgetOfAnna('Counting', {
    time_range: { ts_from: -3_600, ts_to: now - 3_590 },
  })
  const { told } = watch(anna)
  await pass(5_000)
  expect(told.at(-1)).toMatchObject({ status: 'SUCCESS' })
  await pass(20_000)
  expect(told.at(-1)).toMatchObject({ status: 'FAILURE', error: { code: 'validation' } })
  await pass(120_000)
  const { error } = await queryService.read(only(3, 'fw-*'), id).then(async () => {
    await pass(0)
    return await queryService.read(only(3, 'fw-*'), id)
  })
  expect(error).toMatchObject({ code: 'validation' })
})

test('a failed query is tried again while it is watched: soon for a passing reason, else once a minute', async () => {
  const { kind, watch } = widgetOfAnna()
  kind.work = () => Promise.reject(new Fault('query_memory'))
  const { told } = watch(anna)
  await pass(59_000)
  expect(kind.computed.length).toBe(1)
  await pass(2_000)
  expect(kind.computed.length).toBe(2)
  kind.work = () => Promise.reject(new Fault('overloaded'))
  await pass(60_000)
  kind.work = async () => {}
  await pass(6_000)
  expect(told.map(({ status, error }) => error?.code ?? status)).toEqual([
    'IN_PROGRESS',
    'query_memory',
    'overloaded',
    'SUCCESS',
  ])
})

test('a dashboard of more widgets than may wait at a time is computed all the same', async () => {
  const { queryService, board, kind } = testQueryService({ shortSlots: 1, maxWaitingPerUser: 2 })
  board.setDashboard(1, anna.userId)
  kind.work = () => new Promise(resolve => setTimeout(resolve, 10))
  const statuses = Array.from({ length: 12 }, (_, i) => {
    const widget = board.setWidget(i + 1, 1, 'Counting', { ...lastHour, label: `widget ${i}` })
    const told: string[] = []
    const watching = i % 2 === 0
    if (watching) {
      queryService.watchWidget(
        anna,
        widget,
        ({ text }) => told.push(JSON.parse(text).status),
        () => {},
      )
    } else void queryService.read(anna, widget.queryId)
    return { told, widget }
  })
  await pass(6_000)
  for (const { told, widget } of statuses) {
    if (told.length > 0) expect(told).toEqual(['IN_PROGRESS', 'SUCCESS'])
    expect(await queryService.read(anna, widget.queryId)).toMatchObject({ status: 'SUCCESS' })
  }
})

test('it is watched with fifty sets of rights at a time, and read with any', async () => {
  const { queryService, id, watch } = widgetOfAnna()
  const readers = Array.from({ length: 52 }, (_, i) => only(i + 10, `host-${i}`))
  const watched = readers.slice(0, 50).map(reader => watch(reader))
  const [one, another] = readers.slice(50)
  if (one === undefined || another === undefined) throw new Error('there are 52')
  expect(() => watch(one)).toThrow(expect.objectContaining({ code: 'throttled' }))
  for (const reader of [one, another, one]) {
    await queryService.read(reader, id)
    await pass(0)
    expect(await queryService.read(reader, id)).toMatchObject({ status: 'SUCCESS' })
  }
  await pass(1_000)
  for (const { told } of watched) expect(told.at(-1)?.status).toBe('SUCCESS')
  watched[0]?.stop()
  expect(watch(one).told.length).toBe(1)
})

test('a query service that is closed listens no more', async () => {
  const { queryService, board, id } = widgetOfAnna()
  expect(board.listeners).toBe(1)
  await queryService.close()
  expect(board.listeners).toBe(0)
  await expect(queryService.read(anna, id)).rejects.toMatchObject({ code: 'starting' })
})

test('the first answer of a widget is given up when its last watcher leaves, and computed for the next', async () => {
  const { queryService, kind, watch } = widgetOfAnna()
  kind.work = gate().work
  const [first, second] = [watch(anna), watch(anna)]
  await pass(10)
  first.stop()
  expect(queryService.activity.evaluations).toBe(1)
  second.stop()
  expect(queryService.activity).toMatchObject({ queries: 0, evaluations: 0 })
  second.stop()
  kind.work = async () => {}
  const { told } = watch(anna)
  await pass(2_000)
  expect(told.at(-1)?.status).toBe('SUCCESS')
})
