import type { TimeSpan } from '../../time-span.ts'
import { startOfTest } from './clock.ts'
import { anna, testQueryService } from './test-query-service.ts'

const minute = 60

/** An update for the watcher of a query. `at`: milliseconds since the start of the test. */
interface Update {
  at: number
  status: string
  results: { count?: number; from?: number; to?: number }
  base_time: number
}

/**
 * A watched query of the last day in periods, with enough rows to be worth cutting. Records what its watcher
 * gets, and when.
 */
export async function watchedQuery(
  params: object = { time_range: { preset: 'last_24_hours', step: minute } },
) {
  const service = testQueryService()
  service.kind.isPeriodic = true
  service.store.density = 100
  const { query } = await service.queryService.create(anna, 'Counting', params)
  const id = String(query.query_id)
  const updates: Update[] = []
  const unwatch = service.queryService.watch(
    anna,
    id,
    ({ text }) => updates.push({ ...JSON.parse(text), at: Date.now() - startOfTest }),
    () => {},
  )
  /** An event that is stored now. */
  const appendEvent = (second: number): void => {
    service.kind.events.push(second)
    service.store.touch(second)
  }
  const computed = (): TimeSpan[] => service.kind.computed.map(({ from, to }) => ({ from, to }))
  return { ...service, id, updates, unwatch, appendEvent, computed, query }
}
