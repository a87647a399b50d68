import { useQuery } from '@tanstack/react-query'
import { readLegalHolds } from '../api/legal-holds.ts'

const intervalMs = 60_000

/** Legal holds, read every minute while the page is visible, once for all users of this hook. */
export function useLegalHolds(enabled: boolean) {
  return useQuery({
    enabled,
    queryKey: ['legal-holds'],
    queryFn: ({ signal }) => readLegalHolds(signal),
    refetchInterval: intervalMs,
  })
}
