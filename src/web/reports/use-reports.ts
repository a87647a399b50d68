import { addressWith } from '../api/address-with.ts'
import { readExistingPage } from '../api/http/existing-page.ts'
import { get, type ListPage } from '../api/http/request.ts'
import { type Reading, useRead } from '../state/use-read.ts'

/** First part of the query keys of reports and their schedules. */
export const reportsKey = 'reports'

const pollMs = 1_000

/** Reads a report. Reads it again every second while it `isBusy`. */
export function useReport<T>(path: string, isBusy: (report: T) => boolean): Reading<T> {
  return useRead([reportsKey, path], signal => get<T>(path, signal), {
    refetchInterval: ({ state: { data } }) => data !== undefined && isBusy(data) && pollMs,
  })
}

/**
 * Reads a page of reports or schedules. Reads it again every second while one of them `isBusy`. `parameters`:
 * of the address, besides the page.
 */
export function useReportPage<T>(
  path: string,
  parameters: Parameters<typeof addressWith>[1],
  page: number,
  isBusy: (item: T) => boolean,
): Reading<ListPage<T>> {
  const readPage = (page: number, signal: AbortSignal) =>
    get<ListPage<T>>(addressWith(path, { ...parameters, page }), signal)
  return useRead(
    [reportsKey, path, parameters, page],
    signal => readExistingPage(page, page => readPage(page, signal)),
    { refetchInterval: ({ state: { data } }) => data?.objects.some(isBusy) === true && pollMs },
  )
}
