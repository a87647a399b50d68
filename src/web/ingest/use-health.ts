import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QuietMark } from '../../schema/intake/ingest-health.ts'
import { errorText } from '../api/http/api-error.ts'
import { markHost, readHealth } from '../api/ingest.ts'
import { showToast } from '../components/toast.tsx'
import { healthTexts } from '../texts/ingest-health.ts'

const intervalMs = 10_000

/**
 * The health of ingest, read every ten seconds while the page is visible, once for all users of this hook.
 */
export function useHealth(enabled = true) {
  return useQuery({
    enabled,
    queryKey: ['ingest', 'health'],
    queryFn: ({ signal }) => readHealth(signal),
    refetchInterval: intervalMs,
  })
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
