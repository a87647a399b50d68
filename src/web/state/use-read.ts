import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { retriesWhenBusy } from './query-client.ts'

/** A value read from the service, with the state of the read. */
export interface Reading<T> {
  /** The last value read. It stays while it is read again, and if that fails. */
  data: T | undefined
  /** Why the last read failed; undefined after a success. */
  error: unknown
  /** Reads again. */
  retry: () => void
  /** Neither a value nor an error so far. Stays true while the read is not enabled. */
  isPending: boolean
  /** `data` is the value of the previous key, until the value of the current key is read. */
  isStale: boolean
}

interface Options<T>
  extends Omit<UseQueryOptions<T, Error, T, readonly unknown[]>, 'queryKey' | 'queryFn' | 'placeholderData'> {
  /** Shows the value of the previous key until the value of a new key is read. */
  keepsPrevious?: boolean
}

/** Reads a value from the service. Components with the same key share it. */
export function useRead<T>(
  queryKey: readonly unknown[],
  read: (signal: AbortSignal) => Promise<T>,
  { keepsPrevious = false, ...options }: Options<T> = {},
): Reading<T> {
  const { data, error, refetch, isPending, isPlaceholderData } = useQuery<T, Error, T, readonly unknown[]>({
    ...options,
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    queryKey,
    queryFn: ({ signal }) => read(signal),
  })
  const retry = useCallback(() => void refetch(), [refetch])
  return { data, error: error ?? undefined, retry, isPending, isStale: isPlaceholderData }
}

/** Reads a value repeatedly while the page is visible. */
export function usePolled<T>(
  key: readonly string[],
  read: (signal: AbortSignal) => Promise<T>,
  { everySeconds, enabled = true }: { everySeconds: number; enabled?: boolean },
): Reading<T> {
  return useRead(key, read, { enabled, refetchInterval: everySeconds * 1_000 })
}

/**
 * Reads once per key, and again on retry; reads nothing while the key is undefined. A new key aborts the read
 * for the old one. With `pollMs`, reads again this many milliseconds after each answer; `false` ends that.
 * The key is usually the address that is read: readers with the same key share their answer.
 */
export function useFetch<T>(
  key: string | undefined,
  read: (key: string, signal: AbortSignal) => Promise<T>,
  pollMs?: (value: T) => number | false,
): Reading<T> {
  return useRead([key], signal => read(key ?? '', signal), {
    enabled: key !== undefined,
    retry: retriesWhenBusy,
    refetchInterval: ({ state }) => (state.data === undefined ? false : (pollMs?.(state.data) ?? false)),
    // Focus and new components do not read again: the caller decides, with `retry` and `pollMs`.
    staleTime: Number.POSITIVE_INFINITY,
    // Forgets the value with the last component that shows it: the next one reads it from the service.
    gcTime: 0,
  })
}
