import type { UseQueryResult } from '@tanstack/react-query'
import type { Fetched } from './use-fetch.ts'

/** A query of TanStack Query as lists take it: a value stays while it is read again. */
export function fetchedOf<T>({ data, error, refetch }: UseQueryResult<T>): Fetched<T> {
  return { value: data, error: error ?? undefined, retry: () => void refetch() }
}
