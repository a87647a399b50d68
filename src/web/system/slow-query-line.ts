import type { ListedSlowQuery } from '../api/system.ts'
import { queryLine } from './query-line.ts'

/** A slow query in one line: its range and its filter, which is JSON unless it was shortened. */
export function slowQueryLine({ from, to, filter }: Pick<ListedSlowQuery, 'from' | 'to' | 'filter'>): string {
  const range = from === null || to === null ? {} : { time_range: { ts_from: from, ts_to: to } }
  const conditions = conditionsOf(filter)
  return conditions === undefined
    ? [queryLine(range), filter].join(' · ')
    : queryLine({ ...range, filter: conditions })
}

function conditionsOf(filter: string): unknown[] | undefined {
  try {
    const parsed: unknown = JSON.parse(filter)
    return Array.isArray(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}
