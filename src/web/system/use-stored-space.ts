import { useQuery } from '@tanstack/react-query'
import { readStoredSpace } from '../api/system.ts'

const intervalMs = 60_000

/** What events take on disk, read each minute while the page is visible: once for all who use it. */
export function useStoredSpace(enabled: boolean) {
  return useQuery({
    enabled,
    queryKey: ['system', 'storage'],
    queryFn: ({ signal }) => readStoredSpace(signal),
    refetchInterval: intervalMs,
  })
}
