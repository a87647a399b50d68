import { useQuery } from '@tanstack/react-query'
import { readStoredSpace } from '../api/system.ts'

const intervalMs = 60_000

/**
 * Disk space used by events, read every minute while the page is visible, once for all users of this hook.
 */
export function useStoredSpace(enabled: boolean) {
  return useQuery({
    enabled,
    queryKey: ['system', 'storage'],
    queryFn: ({ signal }) => readStoredSpace(signal),
    refetchInterval: intervalMs,
  })
}
