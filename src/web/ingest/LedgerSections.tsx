import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { ingestTexts } from '../texts/ingest.ts'
import { Balance } from './Balance.tsx'
import { FaultTable } from './FaultTable.tsx'
import { ReceivedRate } from './ReceivedRate.tsx'
import { SourceTable } from './SourceTable.tsx'
import { useLedger } from './use-health.ts'

/** The sections of the page that show the ledger, which is read once for all of them. */
export function LedgerSections({ part }: { part: 'balance' | 'sources' }) {
  const { data: ledger, error, retry } = useLedger()
  if (!ledger) {
    if (!error || part === 'sources') return null
    return <ErrorNotice title={ingestTexts.balance.failed} error={error} onRetry={retry} />
  }
  if (part === 'balance')
    return (
      <div className="ingest-columns">
        <Balance ledger={ledger} />
        <ReceivedRate />
      </div>
    )
  return (
    <>
      <SourceTable sources={ledger.sources} />
      <FaultTable sources={ledger.sources} />
    </>
  )
}
