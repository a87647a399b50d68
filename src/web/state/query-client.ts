import { QueryClient } from '@tanstack/react-query'
import { ApiError, isAway } from '../api/api-error.ts'

const maxRetries = 2
/** A service that is busy says when to ask again. */
const maxBusyRetries = 8
const maxDelayMs = 30_000

/** Whether to ask again when others are served first. */
export function retriesWhenBusy(failures: number, error: unknown): boolean {
  return failures < maxBusyRetries && error instanceof ApiError && error.status === 429
}

/** Milliseconds until the next try: what the service says, or twice as long each time. */
export function retryDelayOf(failures: number, error: unknown): number {
  const seconds = error instanceof ApiError ? error.retryAfter : undefined
  return Math.min(maxDelayMs, Math.max(1_000 * 2 ** Math.min(failures, 10), (seconds ?? 0) * 1_000))
}

/** What the page has read of the service besides log queries. Emptied when another person signs in. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Another tab or person may have changed it: shown at once, and read again.
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

/** Reads again what could not be read while the service was away, as far as it is shown. */
export function readFailedAgain(): void {
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => isAway(state.error) })
}
