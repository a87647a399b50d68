import { useQuery } from '@tanstack/react-query'
import { readSlowQueries } from '../api/system.ts'

const intervalMs = 10_000

/** Slow queries, read every ten seconds while the page is visible, once for all users of this hook. */
export function useSlowQueries(enabled: boolean) {
  return useQuery({
    enabled,
    queryKey: ['system', 'slow-queries'],
    queryFn: ({ signal }) => readSlowQueries(signal),
    refetchInterval: intervalMs,
  })
}
