import { useQuery } from '@tanstack/react-query'
import { readSlowQueries } from '../api/system.ts'

const intervalMs = 10_000

/** Queries that took long, read every ten seconds while the page is visible: once for all who use it. */
export function useSlowQueries(enabled: boolean) {
  return useQuery({
    enabled,
    queryKey: ['system', 'slow-queries'],
    queryFn: ({ signal }) => readSlowQueries(signal),
    refetchInterval: intervalMs,
  })
}
