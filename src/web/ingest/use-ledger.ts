import { useQuery } from '@tanstack/react-query'
import { readLedger } from '../api/ingest.ts'

const intervalMs = 10_000

/** The ledger, read every ten seconds while the page is visible, once for all users of this hook. */
export function useLedger(enabled = true) {
  return useQuery({
    enabled,
    queryKey: ['ingest', 'ledger'],
    queryFn: ({ signal }) => readLedger(signal),
    refetchInterval: intervalMs,
  })
}
