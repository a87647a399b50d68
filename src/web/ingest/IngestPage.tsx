import { clockText } from '../../charts/time-text.ts'
import { ReadError } from '../components/ErrorNotice.tsx'
import { Icon, levelIcons } from '../components/Icon.tsx'
import { Link } from '../components/Link.tsx'
import { StateCard } from '../components/StateCard.tsx'
import { usePageTitle } from '../components/use-page-title.ts'
import { FirstSteps } from '../send/FirstSteps.tsx'
import { useZone } from '../state/preferences.ts'
import { ingestTexts } from '../texts/ingest.ts'
import { checkText } from './check-text.ts'
import { HostTable } from './HostTable.tsx'
import { LedgerSections } from './LedgerSections.tsx'
import { seesAllHosts, useHealth, useLedger } from './use-health.ts'
import { firstHosts, useHosts } from './use-hosts.ts'
import './ingest.css'

/** The ingest page: health checks, the balance of the ledger, the rate, hosts, sources and faults. */
export function IngestPage() {
  usePageTitle(ingestTexts.title)
  const zone = useZone()
  const reading = useHealth()
  const { data: health, error } = reading
  // The answer before a failure may be out of date.
  const current = error === undefined ? health : undefined
  const seesAll = health !== undefined && seesAllHosts(health)
  // A section appears only once the height of the sections above is known, so that it does not move.
  const { isPending: isLedgerPending } = useLedger(seesAll)
  const { isPending: areHostsPending } = useHosts(firstHosts)
  return (
    <main className="page ingest">
      <header className="page-bar">
        <h1>{ingestTexts.title}</h1>
        {current && (
          <span className={`ingest-level ${current.level}`}>
            <Icon name={levelIcons[current.level]} size={14} />
            {ingestTexts.levels[current.level]}
          </span>
        )}
        <span className="grow" />
        {health && <span className="faint number">{ingestTexts.asOf(clockText(health.at, zone))}</span>}
        <Link className="button" href="/send">
          <Icon name="plus" size={14} />
          {ingestTexts.light.send}
        </Link>
      </header>
      <ReadError of={{ ...reading, data: current }} title={ingestTexts.healthFailed} />
      {current && (
        <ul className="state-cards ingest-checks">
          {current.checks.map(check => (
            <StateCard
              key={check.name}
              name={ingestTexts.checks[check.name]}
              level={check.level}
              says={checkText(check, current.losses, zone)}
            />
          ))}
        </ul>
      )}
      {health && !health.has_events && <FirstSteps />}
      {seesAll && <LedgerSections section="balance" />}
      {health && !(seesAll && isLedgerPending) && <HostTable />}
      {seesAll && !areHostsPending && <LedgerSections section="sources" />}
      {health && !seesAll && <p className="faint">{ingestTexts.balance.someHosts}</p>}
    </main>
  )
}
