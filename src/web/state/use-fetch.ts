import { retriesWhenBusy, retryDelayOf } from './query-client.ts'
import { type Reading, useRead } from './use-read.ts'

/**
 * Reads once per key, and again on retry; reads nothing while the key is undefined. A new key aborts the read
 * for the old one. Reads again `pollMs(answer)` milliseconds after each answer, even if it equals the
 * previous one.
 */
export function useFetch<T>(
  key: string | undefined,
  read: (key: string, signal: AbortSignal) => Promise<T>,
  pollMs?: (value: T) => number | false,
): Reading<T> {
  return useRead([key], signal => read(key ?? '', signal), {
    enabled: key !== undefined,
    retry: retriesWhenBusy,
    retryDelay: retryDelayOf,
    refetchInterval: ({ state }) => (state.data === undefined ? false : (pollMs?.(state.data) ?? false)),
    // The caller decides when, with retry.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}
