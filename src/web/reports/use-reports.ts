import { get } from '../api/http/request.ts'
import { type Reading, useRead } from '../state/use-read.ts'

/** First part of the query keys of reports and their schedules. */
export const reportsKey = 'reports'

const pollMs = 1_000

/** Reads a report, or a list of reports or schedules. Reads again every second while the answer `isBusy`. */
export function useReports<T>(path: string, isBusy: (answer: T) => boolean): Reading<T> {
  return useRead([reportsKey, path], signal => get<T>(path, signal), {
    refetchInterval: ({ state: { data } }) => data !== undefined && isBusy(data) && pollMs,
  })
}
