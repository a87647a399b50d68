import { expect, test, vi } from 'vitest'
import type { Reader } from '../query-service.ts'
import { pass, startOfTest, stoppedClock } from './testing/clock.ts'
import { countedIn } from './testing/counting-kind.ts'
import { anna, ben, gate, testQueryService } from './testing/test-query-service.ts'

stoppedClock()

const lastHour = { time_range: { preset: 'last_1_hours' } }
const only = (userId: number, ...hosts: string[]): Reader => ({
  ...anna,
  userId,
  managesQueries: true,
  hosts,
})

test('equal queries of people with equal rights are computed once', async () => {
  const { queryService, kind } = testQueryService()
  const { work, open } = gate()
  kind.work = work
  const both = [
    queryService.create(anna, 'Counting', { ...lastHour, label: 'x' }),
    queryService.create(ben, 'Counting', { label: 'x', ...lastHour }),
  ]
  await pass(0)
  open()
  await pass(0)
  const [first, second] = await Promise.all(both)
  expect(kind.computed.length).toBe(1)
  expect(first?.query.results).toBe(second?.query.results)
  expect(first?.query.query_id).not.toBe(second?.query.query_id)
  expect([first?.query.owner_id, second?.query.owner_id]).toEqual([1, 2])
  expect(queryService.activity).toEqual({ queries: 2, evaluations: 1, computations: 1 })
})

test.each([
  ['another type', anna, 'Paging', lastHour],
  ['other params', anna, 'Counting', { ...lastHour, label: 'y' }],
  ['other hosts', only(1, 'fw-*'), 'Counting', lastHour],
  ['another form of the range', anna, 'Counting', { time_range: { preset: 'last_60_minutes' } }],
])('%s is another evaluation', async (_name, reader, type, params) => {
  const { queryService, kind } = testQueryService()
  await queryService.create(anna, 'Counting', lastHour)
  await queryService.create(reader, type, params)
  expect(kind.computed.length).toBe(2)
})

test('the same hosts in another order are the same rights', async () => {
  const { queryService, kind } = testQueryService()
  await queryService.create(only(1, 'a', 'b*'), 'Counting', lastHour)
  await queryService.create(only(2, 'b*', 'a', 'a'), 'Counting', lastHour)
  expect(kind.computed.length).toBe(1)
})

test('a stopped query leaves the work to the queries that still wait for it', async () => {
  const { queryService, kind } = testQueryService({ answerWaitMs: 0 })
  const { work, open } = gate()
  kind.work = work
  const made = [anna, ben].map(reader => queryService.create(reader, 'Counting', lastHour))
  await pass(1)
  const [own, other] = (await Promise.all(made)).map(({ query }) => query.query_id)
  expect(await queryService.stop(anna, String(own))).toMatchObject({ status: 'STOPPED', results: {} })
  expect(kind.computed[0]?.signal.aborted).toBe(false)
  open()
  await pass(0)
  expect(await queryService.read(ben, String(other))).toMatchObject({ status: 'SUCCESS' })
  expect(await queryService.read(anna, String(own))).toMatchObject({ status: 'STOPPED', results: {} })
})

test('a watcher who joins gets results of this moment, not of the last refresh', async () => {
  const { queryService, kind, store } = testQueryService()
  await queryService.create(anna, 'Counting', lastHour)
  await pass(5_000)
  kind.events.push(startOfTest / 1000)
  store.touch(startOfTest / 1000)
  const { query } = await queryService.create(ben, 'Counting', lastHour)
  expect(query).toMatchObject({ status: 'SUCCESS', results: { count: 1 }, base_time: startOfTest / 1000 + 5 })
})

test('a watcher who joins and must wait is not shown the old results as the answer', async () => {
  const { queryService, kind, store } = testQueryService()
  await queryService.create(anna, 'Counting', lastHour)
  const { work, open } = gate()
  kind.work = work
  await pass(10)
  store.touch(startOfTest / 1000)
  const created = queryService.create(ben, 'Counting', lastHour)
  await pass(1_000)
  const { query, finished } = await created
  expect({ finished, status: query.status }).toEqual({ finished: false, status: 'IN_PROGRESS' })
  open()
  await pass(0)
  expect(await queryService.read(ben, String(query.query_id))).toMatchObject({ status: 'SUCCESS' })
})

test('an answer stays final after the clock was set back', async () => {
  const { queryService } = testQueryService()
  await queryService.create(anna, 'Counting', lastHour)
  await pass(5_000)
  const { query } = await queryService.create(ben, 'Counting', lastHour)
  expect(query.status).toBe('SUCCESS')
  vi.setSystemTime(Date.now() - 3_600_000)
  const read = () => queryService.read(ben, String(query.query_id))
  await read()
  await pass(3_000)
  expect(await read()).toMatchObject({ status: 'SUCCESS' })
})

test('everybody sees a query with the hosts of their own', async () => {
  const { queryService } = testQueryService()
  const { query } = await queryService.create(only(1, 'FW-*', 'core'), 'Counting', lastHour)
  const id = String(query.query_id)
  const everything = { kind: 'const', value: true }
  const host = (test: object) => ({ kind: 'text', field: 'host', test: { ...test, fold: true } })
  expect(countedIn(query).predicate).toEqual({
    kind: 'all',
    of: [
      everything,
      { kind: 'some', of: [host({ kind: 'is', value: 'core' }), host({ kind: 'like', pattern: 'fw-*' })] },
    ],
  })
  const seen = async (reader: Reader): Promise<unknown> => {
    await queryService.read(reader, id)
    await pass(0)
    return countedIn(await queryService.read(reader, id)).predicate
  }
  expect(await seen(only(2, '*', 'fw-1'))).toEqual(everything)
  expect(await seen(only(3))).toEqual({ kind: 'all', of: [everything, { kind: 'const', value: false }] })
})

test('a frozen query keeps the range of the moment when it was asked', async () => {
  const { queryService, kind, store } = testQueryService()
  const frozen = { ...lastHour, freeze_time: true }
  const { query } = await queryService.create(anna, 'Counting', frozen)
  const id = String(query.query_id)
  await pass(3_600_000 / 5)
  const again = await queryService.create(ben, 'Counting', frozen)
  expect(kind.computed.length).toBe(2)
  expect(Number(countedIn(again.query).to)).toBe(Number(countedIn(query).to) + 720)
  await queryService.read(anna, id)
  await pass(5_000)
  expect(await queryService.read(anna, id)).toMatchObject({ results: query.results })
  expect(kind.computed.length).toBe(2)
  // An event that arrives late is still shown.
  kind.events.push(Number(countedIn(query).to) - 1)
  store.touch(Number(countedIn(query).to) - 1)
  await pass(1_000)
  expect(await queryService.read(anna, id)).toMatchObject({
    results: { ...query.results, count: 1, page: [Number(countedIn(query).to) - 1] },
  })
})
