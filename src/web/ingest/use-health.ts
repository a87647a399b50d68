import type { IngestHealth, QuietMark } from '../../schema/intake/ingest-health.ts'
import { markHost, readHealth, readLedger } from '../api/ingest.ts'
import { useAction } from '../components/use-action.ts'
import { usePolled } from '../state/use-read.ts'
import { healthTexts } from '../texts/ingest-health.ts'

/** The health of ingest, read every ten seconds. */
export function useHealth(enabled = true) {
  return usePolled(['ingest', 'health'], readHealth, { everySeconds: 10, enabled })
}

/** The ledger, read every ten seconds; fails for users who do not see all hosts. */
export function useLedger(enabled = true) {
  return usePolled(['ingest', 'ledger'], readLedger, { everySeconds: 10, enabled })
}

/** Whether the user may see all hosts. Users who see some hosts get only the checks `open` and `quiet`. */
export function seesAllHosts({ checks }: IngestHealth): boolean {
  return checks.some(({ name }) => name === 'balance')
}

/**
 * A function that marks a host, or with null removes its mark. Then everything about ingest is read again.
 */
export function useMarkHost() {
  const { act, isPending } = useAction('ingest')
  const mark = (host: string, mark: QuietMark | null) =>
    act(() => markHost(host, mark), healthTexts.markedToast[mark ?? 'none'](host))
  return { mark, isPending }
}
