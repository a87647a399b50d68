import { expect, test } from 'vitest'
import { Fault } from '../../schema/fault.ts'
import { pass, startOfTest, stoppedClock } from './testing/clock.ts'
import { countedIn } from './testing/counting-kind.ts'
import { anna, gate, testQueryService } from './testing/test-query-service.ts'

stoppedClock()

const lastHour = { time_range: { preset: 'last_1_hours' } }
const now = startOfTest / 1000

async function fiveEvents(type: string) {
  const service = testQueryService()
  service.kind.events.push(now - 5, now - 4, now - 3, now - 2, now - 1)
  const { query } = await service.queryService.create(anna, type, lastHour)
  return { ...service, id: String(query.query_id), query }
}

test('a read turns the page for its own answer, without counting again', async () => {
  const { queryService, kind, id, query } = await fiveEvents('Paging')
  expect(countedIn(query).page).toEqual([now - 5, now - 4])
  const second = await queryService.read(anna, id, { page: 2 })
  expect(second).toEqual({ ...query, results: { ...query.results, page: [now - 3, now - 2] } })
  expect(countedIn(await queryService.read(anna, id, { page: 2, page_size: 4 })).page).toEqual([now - 1])
  expect(await queryService.read(anna, id)).toEqual(query)
  expect(kind.computed.length).toBe(1)
})

test('types without pages do not turn any', async () => {
  const { queryService, kind, id, query } = await fiveEvents('Counting')
  expect(await queryService.read(anna, id, { page: 2 })).toEqual(query)
  expect(kind.finished.whole).toBe(1)
})

test('faults of a page are keyed by the parameters of the address', async () => {
  const { queryService, kind, id } = await fiveEvents('Paging')
  kind.finish = async () => {
    throw new Fault('range_too_deep', { fields: { 'params.page': ['too deep'] } })
  }
  await expect(queryService.read(anna, id, { page: 1_000_000 })).rejects.toMatchObject({
    code: 'range_too_deep',
    fields: { page: ['too deep'] },
  })
})

test('a query that is not done yet, or was stopped, has pages of what there is', async () => {
  const { queryService, kind } = testQueryService()
  kind.work = gate().work
  const created = queryService.create(anna, 'Paging', lastHour)
  await pass(1_000)
  const id = String((await created).query.query_id)
  expect(await queryService.read(anna, id, { page: 2 })).toMatchObject({
    status: 'IN_PROGRESS',
    results: { complete: false },
  })
  await queryService.stop(anna, id)
  expect(await queryService.read(anna, id, { page: 2 })).toMatchObject({
    status: 'STOPPED',
    results: { complete: false },
  })
})
