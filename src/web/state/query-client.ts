import { QueryClient } from '@tanstack/react-query'
import { ApiError, isUnavailable } from '../api/http/api-error.ts'

const maxRetries = 2
/** More than for other errors, since a busy service says when to ask again. */
const maxBusyRetries = 8
const maxDelayMs = 30_000

/** Whether to repeat a request that a busy service refused (429). `failures`: failed tries so far. */
export function retriesWhenBusy(failures: number, error: unknown): boolean {
  return failures < maxBusyRetries && error instanceof ApiError && error.status === 429
}

/** Milliseconds until the next try: doubles each time. The service may ask for a longer wait. */
export function retryDelayOf(failures: number, error: unknown): number {
  const seconds = error instanceof ApiError ? error.retryAfter : undefined
  return Math.min(maxDelayMs, Math.max(1_000 * 2 ** Math.min(failures, 10), (seconds ?? 0) * 1_000))
}

/** Data of the service on the page, except log queries. Emptied when another user signs in. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Shows cached data at once, and reads it again: another tab or user may have changed it.
      staleTime: 0,
      // A refused request would be refused again.
      retry: (failures, error) =>
        retriesWhenBusy(failures, error) ||
        (failures < maxRetries && error instanceof ApiError && (error.status === 0 || error.status >= 500)),
      retryDelay: retryDelayOf,
      // The service may be on this machine, without a network.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

/** Repeats reads that failed while the service was unavailable, if they are still shown. */
export function retryFailedReads(): void {
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => isUnavailable(state.error) })
}
