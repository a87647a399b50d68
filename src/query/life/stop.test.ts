import { expect, test } from 'vitest'
import { pass, startOfTest, stoppedClock } from './testing/clock.ts'
import { anna, gate, testQueryService } from './testing/test-query-service.ts'

stoppedClock()

const lastHour = { time_range: { preset: 'last_1_hours' } }

/** A query that takes more than a second, and its id. */
async function slowQuery() {
  const service = testQueryService()
  const { work, open } = gate()
  service.kind.work = work
  const created = service.queryService.create(anna, 'Counting', lastHour)
  await pass(1_000)
  return { ...service, open, id: String((await created).query.query_id) }
}

test('stop ends the work at the store and keeps what there is', async () => {
  const { queryService, kind, id, logged } = await slowQuery()
  expect(await queryService.stop(anna, id)).toMatchObject({ query_id: id, status: 'STOPPED', results: {} })
  expect(kind.computed[0]?.signal.aborted).toBe(true)
  await pass(60_000)
  expect(await queryService.read(anna, id)).toMatchObject({ status: 'STOPPED' })
  expect(kind.computed.length).toBe(1)
  expect(logged).toEqual([])
})

test('partial results stay readable after a stop', async () => {
  const { queryService, kind, store } = testQueryService()
  Object.assign(store, { density: 100_000 })
  Object.assign(kind, { costPerRow: 'scan', isPeriodic: true })
  kind.events.push(startOfTest / 1000 - 10)
  kind.work = () => new Promise(resolve => setTimeout(resolve, 100))
  const created = queryService.create(anna, 'Counting', lastHour)
  await pass(1_000)
  const { query } = await created
  const stopped = await queryService.stop(anna, String(query.query_id))
  expect(stopped).toMatchObject({ status: 'STOPPED', results: { count: 1, complete: false } })
  const computed = kind.computed.length
  await pass(5_000)
  expect(kind.computed.length).toBe(computed)
  expect((await queryService.read(anna, String(query.query_id))).results).toEqual(stopped.results)
})

test('stop leaves a finished query as it is, also a live one', async () => {
  const { queryService, store } = testQueryService()
  const { query } = await queryService.create(anna, 'Counting', lastHour)
  const id = String(query.query_id)
  expect(await queryService.stop(anna, id)).toEqual(query)
  store.touch(startOfTest / 1000)
  await pass(60_000)
  await queryService.read(anna, id)
  await pass(1_000)
  expect((await queryService.read(anna, id)).base_time).toBeGreaterThan(query.base_time)
})

test('a watcher is notified of the stop', async () => {
  const { queryService, id } = await slowQuery()
  const updates: { status: string }[] = []
  queryService.watch(
    anna,
    id,
    ({ text }) => updates.push(JSON.parse(text)),
    () => {},
  )
  await queryService.stop(anna, id)
  await pass(1_000)
  expect(updates.map(({ status }) => status)).toEqual(['IN_PROGRESS', 'STOPPED'])
})

test('recalculate starts from scratch, from any status, and reuses nothing', async () => {
  const { queryService, kind, id, open } = await slowQuery()
  await queryService.stop(anna, id)
  await pass(4_000)
  const anew = queryService.recalculate(anna, id)
  await pass(1_000)
  expect(await anew).toMatchObject({ status: 'IN_PROGRESS', results: {}, base_time: startOfTest / 1000 + 5 })
  open()
  await pass(0)
  expect(await queryService.read(anna, id)).toMatchObject({ query_id: id, status: 'SUCCESS' })
  expect(kind.computed.length).toBe(2)
  const third = await queryService.recalculate(anna, id)
  expect(third).toMatchObject({ query_id: id, status: 'SUCCESS' })
  expect(kind.computed.length).toBe(3)
})

test('watchers of a query that is computed again continue to watch it', async () => {
  const { queryService, kind, store } = testQueryService()
  const { query } = await queryService.create(anna, 'Counting', lastHour)
  const id = String(query.query_id)
  const updates: { results: { count?: number } }[] = []
  queryService.watch(
    anna,
    id,
    ({ text }) => updates.push(JSON.parse(text)),
    () => {},
  )
  await pass(2_000)
  await queryService.recalculate(anna, id)
  await pass(2_000)
  kind.events.push(startOfTest / 1000)
  store.touch(startOfTest / 1000)
  await pass(2_000)
  expect(updates.at(-1)?.results.count).toBe(1)
})
