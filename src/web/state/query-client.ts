import { QueryClient } from '@tanstack/react-query'
import { ApiError, isUnavailable } from '../api/http/api-error.ts'

const maxRetries = 2
/** More than for other errors, since a busy service says when to ask again. */
const maxBusyRetries = 8
const maxDelayMs = 30_000

// `failures`, as TanStack Query counts them: failed tries before the try that has just failed.

/** Whether to repeat a request that a busy service refused (429). */
export function retriesWhenBusy(failures: number, error: unknown): boolean {
  return failures < maxBusyRetries && error instanceof ApiError && error.status === 429
}

/** Milliseconds until the next try: 1 s, doubled each time, or more if the service says so; at most 30 s. */
export function retryDelayOf(failures: number, error: unknown): number {
  const requestedSeconds = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) : 0
  return Math.min(maxDelayMs, Math.max(1_000 * 2 ** failures, requestedSeconds * 1_000))
}

/** Caches what the page reads from the service, except log queries. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Shows cached data at once, and reads it again: another tab or user may have changed it.
      staleTime: 0,
      // Retries without a response, 5xx and 429. Other 4xx refuse the request itself, and would again.
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
