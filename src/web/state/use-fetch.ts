import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { retriesWhenBusy, retryDelayOf } from './query-client.ts'

export interface Fetched<T> {
  value: T | undefined
  error: unknown
  retry: () => void
}

/**
 * Reads once per key, and again on retry; reads nothing while the key is undefined. A new key aborts the read
 * for the old one. Reads again `pollMs(answer)` milliseconds after each answer, even if it equals the
 * previous one.
 */
export function useFetch<T>(
  key: string | undefined,
  read: (key: string, signal: AbortSignal) => Promise<T>,
  pollMs?: (value: T) => number | false,
): Fetched<T> {
  const { data, error, refetch } = useQuery({
    queryKey: [key],
    queryFn: ({ signal }) => read(key ?? '', signal),
    enabled: key !== undefined,
    retry: retriesWhenBusy,
    retryDelay: retryDelayOf,
    refetchInterval: ({ state }) => (state.data === undefined ? false : (pollMs?.(state.data) ?? false)),
    // The caller decides when, with retry.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return useMemo(
    () => ({ value: data, error: error ?? undefined, retry: () => void refetch() }),
    [data, error, refetch],
  )
}
