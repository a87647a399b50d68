import { useQuery } from '@tanstack/react-query'
import { readServiceHealth } from '../api/system.ts'

const intervalMs = 10_000

/** How the parts of the service are, read every ten seconds while the page is visible: once for all who use it. */
export function useServiceHealth(enabled: boolean) {
  return useQuery({
    enabled,
    queryKey: ['system', 'health'],
    queryFn: ({ signal }) => readServiceHealth(signal),
    refetchInterval: intervalMs,
  })
}
