import { expect, test } from 'vitest'
import type { TimeSpan } from '../time-span.ts'
import { pass, startOfTest, stoppedClock } from './testing/clock.ts'
import { anna, testQueryService } from './testing/test-query-service.ts'
import { watchedQuery } from './testing/watched-query.ts'

stoppedClock()

const now = startOfTest / 1000
const minute = 60

test('an expensive query is refreshed for a quarter of the time', async () => {
  const { kind, appendEvent, updates } = await watchedQuery()
  const cost = 500
  kind.work = () => new Promise(resolve => setTimeout(resolve, cost))
  const stream = async (seconds: number): Promise<void> => {
    for (let half = 0; half < 2 * seconds; half++) {
      appendEvent(now)
      await pass(500)
    }
  }
  await stream(60)
  const before = { computed: kind.computed.length, updates: updates.length }
  await stream(120)
  const spent = (kind.computed.length - before.computed) * cost
  expect(spent).toBeGreaterThan(120_000 / 6)
  // A slice that restarts once a minute is not known to be expensive at once.
  expect(spent).toBeLessThanOrEqual(120_000 / 4 + 4 * cost)
  expect(updates.length - before.updates).toBeGreaterThanOrEqual(7)
})

test.each([
  ['', false],
  [', and its results as much beside it,', true],
])('a query that costs a third of a second%s is refreshed each second', async (_, isBeside) => {
  const { kind, appendEvent, updates } = await watchedQuery()
  kind.work = () => new Promise(resolve => setTimeout(resolve, 350))
  const prepare: typeof kind.prepareResults = async () => {
    await kind.work({ from: 0, to: 0 }, AbortSignal.any([]))
    return { results: state => ({ count: state?.length ?? 0 }) }
  }
  if (isBeside) kind.prepareResults = prepare
  for (let half = 0; half < 2 * 40; half++) {
    appendEvent(now)
    await pass(500)
  }
  expect(updates.length).toBeGreaterThan(31)
})

test('results that stay expensive beside new slices that cost little are rested for', async () => {
  const { queryService, kind, store } = testQueryService()
  kind.isPeriodic = true
  store.density = 1_000
  kind.work = ({ from, to }) => new Promise(resolve => setTimeout(resolve, (to - from) / 20))
  let made = 0
  kind.prepareResults = async () => {
    made++
    await new Promise(resolve => setTimeout(resolve, 4_000))
    return { results: state => ({ count: state?.length ?? 0 }) }
  }
  await watchLastDay(queryService)
  made = 0
  for (let second = 0; second < 64; second++) {
    store.touch(now)
    await pass(1_000)
  }
  // Refreshes take a quarter of the time, and one more is due at the beginning.
  expect(made).toBeGreaterThan(2)
  expect(made).toBeLessThan(7)
})

test('a query that took long at first is refreshed soon when its new part costs little', async () => {
  const { queryService, kind, store } = testQueryService()
  kind.isPeriodic = true
  store.density = 1_000
  const cost = ({ from, to }: TimeSpan): number => (to - from) / 8
  kind.work = slice => new Promise(resolve => setTimeout(resolve, cost(slice)))
  const id = await watchLastDay(queryService)
  const read = async () => (await queryService.read(anna, id)).results
  expect(await read()).toMatchObject({ count: 0, complete: true })
  kind.events.push(now)
  store.touch(now)
  await pass(2_000)
  expect(await read()).toMatchObject({ count: 1 })
})

/** Watches a query of the last day by minutes, whose first answer takes seconds; returns its id. */
async function watchLastDay(
  queryService: ReturnType<typeof testQueryService>['queryService'],
): Promise<string> {
  const created = queryService.create(anna, 'Counting', {
    time_range: { preset: 'last_24_hours', step: minute },
  })
  await pass(20_000)
  const id = String((await created).query.query_id)
  queryService.watch(
    anna,
    id,
    () => {},
    () => {},
  )
  return id
}
