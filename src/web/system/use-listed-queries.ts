import { useQuery } from '@tanstack/react-query'
import { readListedQueries } from '../api/system.ts'

const intervalMs = 3_000

/**
 * The queries of all users, read every three seconds while the page is visible, once for all users of this
 * hook.
 */
export function useListedQueries(enabled: boolean) {
  return useQuery({
    enabled,
    queryKey: ['system', 'queries'],
    queryFn: ({ signal }) => readListedQueries(signal),
    refetchInterval: intervalMs,
  })
}
