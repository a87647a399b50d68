import type { UseQueryResult } from '@tanstack/react-query'
import type { Fetched } from './use-fetch.ts'

/** A query of TanStack Query in the form for lists: its value stays while it is read again. */
export function fetchedOf<T>({ data, error, refetch }: UseQueryResult<T>): Fetched<T> {
  return { value: data, error: error ?? undefined, retry: () => void refetch() }
}
