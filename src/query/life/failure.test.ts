import { expect, test } from 'vitest'
import { Fault } from '../../schema/fault.ts'
import { pass, startOfTest, stoppedClock } from './testing/clock.ts'
import { anna, ben, testQueryService } from './testing/test-query-service.ts'

stoppedClock()

const now = startOfTest / 1000
const lastHour = { time_range: { preset: 'last_1_hours' } }
const failing = (error: Error) => () => Promise.reject(error)

test('a Fault is the failure that is shown', async () => {
  const { queryService, kind, logged } = testQueryService()
  kind.work = failing(new Fault('query_timeout'))
  const { query, finished } = await queryService.create(anna, 'Counting', lastHour)
  expect(finished).toBe(true)
  expect(query).toMatchObject({
    status: 'FAILURE',
    results: {},
    error: { code: 'query_timeout', detail: 'The query took longer than allowed and was ended.' },
  })
  expect(logged).toEqual([])
})

test('an unexpected error is reported by an id that is in the log, and no more', async () => {
  const { queryService, kind, logged } = testQueryService()
  const error = new Error('password=hunter2')
  kind.work = failing(error)
  const { query } = await queryService.create(anna, 'Counting', lastHour)
  expect(query.error).toEqual({ code: 'internal', detail: expect.stringMatching(/error_id [0-9a-f]{32}/) })
  const [id] = /[0-9a-f]{32}/.exec(query.error?.detail ?? '') ?? []
  expect(logged).toEqual([{ message: expect.stringContaining(String(id)), error }])
  expect(JSON.stringify(query)).not.toContain('hunter2')
})

test('a failure is tried again by the next request or by recalculating', async () => {
  const { queryService, kind } = testQueryService()
  kind.work = failing(new Fault('query_memory'))
  const { query } = await queryService.create(anna, 'Counting', lastHour)
  kind.work = async () => {}
  expect((await queryService.create(ben, 'Counting', lastHour)).query.status).toBe('SUCCESS')
  expect(await queryService.read(anna, String(query.query_id))).toMatchObject({ status: 'FAILURE' })
  const anew = await queryService.recalculate(anna, String(query.query_id))
  expect(anew.status).toBe('SUCCESS')
  expect(anew).not.toHaveProperty('error')
})

test('a restart of the engine is waited for, and the question put once more', async () => {
  const { queryService, kind, store } = testQueryService()
  kind.work = failing(new Fault('storage_unavailable'))
  store.ready = false
  const created = queryService.create(anna, 'Counting', lastHour)
  await pass(400)
  expect(kind.computed.length).toBe(1)
  kind.work = async () => {}
  store.ready = true
  await pass(100)
  expect((await created).query).toMatchObject({ status: 'SUCCESS', results: { count: 0 } })
  expect(kind.computed.length).toBe(2)
})

test('an engine that stays away is a failure after ten seconds', async () => {
  const { queryService, kind, store } = testQueryService()
  kind.work = failing(new Fault('storage_unavailable'))
  store.ready = false
  const created = queryService.create(anna, 'Counting', lastHour)
  await pass(1_000)
  const { query } = await created
  expect(query.status).toBe('IN_PROGRESS')
  await pass(10_000)
  expect(await queryService.read(anna, String(query.query_id))).toMatchObject({
    status: 'FAILURE',
    error: { code: 'storage_unavailable' },
  })
  expect(kind.computed.length).toBe(2)
})

test('an engine that is away although it says it is ready refuses the query', async () => {
  const { queryService, kind } = testQueryService()
  kind.work = failing(new Fault('storage_unavailable'))
  await expect(queryService.create(anna, 'Counting', lastHour)).rejects.toMatchObject({
    code: 'storage_unavailable',
  })
})

test('a refresh that fails for a passing reason keeps what is shown and is tried again', async () => {
  const { queryService, kind, store } = testQueryService()
  const { query } = await queryService.create(anna, 'Counting', lastHour)
  const id = String(query.query_id)
  const told: string[] = []
  queryService.watch(
    anna,
    id,
    ({ text }) => told.push(text),
    () => {},
  )
  kind.work = failing(new Fault('storage_unavailable'))
  kind.events.push(now)
  store.touch(now)
  await pass(3_000)
  expect(await queryService.read(anna, id)).toMatchObject({ status: 'SUCCESS', results: { count: 0 } })
  kind.work = async () => {}
  await pass(5_000)
  expect(await queryService.read(anna, id)).toMatchObject({ status: 'SUCCESS', results: { count: 1 } })
  expect(told.length).toBe(2)
})

test('a refresh that fails for good is shown as a failure', async () => {
  const { queryService, kind, store } = testQueryService()
  const { query } = await queryService.create(anna, 'Counting', lastHour)
  const id = String(query.query_id)
  queryService.watch(
    anna,
    id,
    () => {},
    () => {},
  )
  kind.work = failing(new Fault('query_memory'))
  store.touch(now)
  await pass(2_000)
  expect(await queryService.read(anna, id)).toMatchObject({
    status: 'FAILURE',
    error: { code: 'query_memory' },
  })
})

test('a query that ended the engine is not computed again for an hour, whoever asks and whatever moves', async () => {
  const { queryService, kind, store } = testQueryService()
  kind.work = failing(new Fault('query_quarantined', { retryAfter: 3_600 }))
  const { query } = await queryService.create(anna, 'Counting', lastHour)
  const failed = { status: 'FAILURE', error: { code: 'query_quarantined' } }
  expect(query).toMatchObject(failed)
  const id = String(query.query_id)
  queryService.watch(
    anna,
    id,
    () => {},
    () => {},
  )
  await pass(120_000)
  store.touch(now)
  await pass(120_000)
  expect((await queryService.create(ben, 'Counting', lastHour)).query).toMatchObject(failed)
  expect(await queryService.recalculate(anna, id)).toMatchObject(failed)
  expect(kind.computed.length).toBe(1)
  kind.work = async () => {}
  const other = await queryService.create(ben, 'Counting', { ...lastHour, label: 'another' })
  expect(other.query.status).toBe('SUCCESS')
  await pass(3_500_000)
  expect((await queryService.create(ben, 'Counting', lastHour)).query.status).toBe('SUCCESS')
  await queryService.close()
})
