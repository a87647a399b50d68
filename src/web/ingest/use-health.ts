import type { IngestHealth, QuietMark } from '../../schema/intake/ingest-health.ts'
import { markHost, readHealth, readLedger } from '../api/ingest.ts'
import { useAction } from '../components/use-action.ts'
import { usePolled } from '../state/use-read.ts'
import { healthTexts } from '../texts/ingest-health.ts'

/** The health of ingest, current to ten seconds. */
export function useHealth(enabled = true) {
  return usePolled(['ingest', 'health'], readHealth, { everySeconds: 10, enabled })
}

/** The ledger, current to ten seconds; fails for users who do not see all hosts. */
export function useLedger(enabled = true) {
  return usePolled(['ingest', 'ledger'], readLedger, { everySeconds: 10, enabled })
}

/** Whether the reader may see all hosts. Readers of some hosts get only the checks `open` and `quiet`. */
export function seesAllHosts({ checks }: IngestHealth): boolean {
  return checks.length > 2
}

/** Marks hosts, and reads again everything that depends on them. */
export function useMarkHost() {
  const { act, isPending } = useAction('ingest')
  const mark = (host: string, mark: QuietMark | null) =>
    act(() => markHost(host, mark), healthTexts.markedToast[mark ?? 'none'](host))
  return { mark, isPending }
}
