import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QuietMark } from '../../schema/intake/ingest-health.ts'
import { errorText } from '../api/http/api-error.ts'
import { markHost, readHealth, readLedger } from '../api/ingest.ts'
import { showToast } from '../components/toast.tsx'
import { usePolled } from '../state/use-read.ts'
import { healthTexts } from '../texts/ingest-health.ts'

export function useHealth(enabled = true) {
  return usePolled(['ingest', 'health'], readHealth, 10, enabled)
}

export function useLedger(enabled = true) {
  return usePolled(['ingest', 'ledger'], readLedger, 10, enabled)
}

/** Marks hosts, and reads again everything that depends on them. */
export function useMarkHost() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ host, mark }: { host: string; mark: QuietMark | null }) => markHost(host, mark),
    onSuccess: (_answer, { host, mark }) => {
      showToast(healthTexts.markedToast[mark ?? 'none'](host))
      return client.invalidateQueries({ queryKey: ['ingest'] })
    },
    onError: error => showToast(errorText(error)),
  })
}
