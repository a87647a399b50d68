import { get } from '../api/http/request.ts'
import { type Reading, useRead } from '../state/use-read.ts'

/** Start of the query keys of reports and schedules. */
export const reportsKey = 'reports'
const pollMs = 1_000

/** Reads reports or schedules, and again every second while `isBusy` of the value. */
export function usePolledReports<T>(path: string, isBusy: (value: T) => boolean): Reading<T> {
  return useRead<T>([reportsKey, path], signal => get(path, signal), {
    refetchInterval: ({ state: { data } }) => data !== undefined && isBusy(data) && pollMs,
  })
}
