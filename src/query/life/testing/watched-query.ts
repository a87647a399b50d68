import type { TimeSpan } from '../../time-span.ts'
import { startOfTest } from './clock.ts'
import { anna, testQueryService } from './test-query-service.ts'

const minute = 60

interface Told {
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
  const under = testQueryService()
  under.kind.isPeriodic = true
  under.store.density = 100
  const { query } = await under.queryService.create(anna, 'Counting', params)
  const id = String(query.query_id)
  const reports: Told[] = []
  const unwatch = under.queryService.watch(
    anna,
    id,
    ({ text }) => reports.push({ ...JSON.parse(text), at: Date.now() - startOfTest }),
    () => {},
  )
  /** An event that is stored now. */
  const happen = (second: number): void => {
    under.kind.events.push(second)
    under.store.touch(second)
  }
  const computed = (): TimeSpan[] => under.kind.computed.map(({ from, to }) => ({ from, to }))
  return { ...under, id, told: reports, unwatch, happen, computed, query }
}
