import { useQuery } from '@tanstack/react-query'
import { readServiceHealth } from '../api/system.ts'

const intervalMs = 10_000

/**
 * The state of the parts of the service, read every ten seconds while the page is visible, once for all users
 * of this hook.
 */
export function useServiceHealth(enabled: boolean) {
  return useQuery({
    enabled,
    queryKey: ['system', 'health'],
    queryFn: ({ signal }) => readServiceHealth(signal),
    refetchInterval: intervalMs,
  })
}
