import { useMemo } from 'react'
import { exactNumber, rateNumber } from '../../charts/number-text.ts'
import { minuteText } from '../../charts/time-text.ts'
import type { Ledger, LedgerSource } from '../api/ingest.ts'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { Icon } from '../components/Icon.tsx'
import { type Column, Table } from '../components/lists/Table.tsx'
import { Section } from '../components/Section.tsx'
import { useNow } from '../components/use-now.ts'
import { BarsOverTime } from '../graphics/BarsOverTime.tsx'
import { useLiveQuery } from '../live/use-live-query.ts'
import { searchAddress } from '../search/state/search-state.ts'
import { navigate } from '../state/location.ts'
import { useZone } from '../state/preferences.ts'
import { ingestTexts } from '../texts/ingest.ts'
import { SourceTable } from './SourceTable.tsx'
import { type FaultRow, faultRows } from './source-rows.ts'
import { useHealth, useLedger } from './use-health.ts'
import '../styles/charts.css'

/** One of the two parts of the page that show the ledger. Both share one read of it. */
export function LedgerSections({ section }: { section: 'balance' | 'sources' }) {
  const { data: ledger, error, retry } = useLedger()
  if (!ledger) {
    if (!error || section === 'sources') return null
    return <ErrorNotice title={ingestTexts.balance.failed} error={error} onRetry={retry} />
  }
  if (section === 'balance')
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

const texts = ingestTexts.balance
/** The terms of the right side of the equation. */
const terms = ['stored', 'duplicates', 'dropped', 'out_of_time', 'refused', 'in_flight'] as const

/** The equation received = stored + duplicates + …, and whether it holds. */
function Balance({ ledger: { totals, is_balanced: isBalanced } }: { ledger: Ledger }) {
  // Dropped datagrams and refused connections are not in the equation: their events are unknown.
  const turnedAway = Object.values(totals.turned_away).reduce((sum, times) => sum + times, 0)
  return (
    <Section id="ingest-balance" className="card" heading={texts.heading}>
      <div className="ingest-balance">
        <Term name="received" value={totals.received} />
        {terms.map((name, index) => (
          <span key={name} className="ingest-step">
            <span className="ingest-operator">{index === 0 ? texts.equals : texts.plus}</span>
            <Term name={name} value={totals[name]} />
          </span>
        ))}
      </div>
      <p
        className={isBalanced ? 'ingest-verdict row gap-6 soft ok' : 'ingest-verdict row gap-6 soft critical'}
      >
        <Icon name={isBalanced ? 'check' : 'stop'} size={14} />
        {isBalanced ? texts.holds : texts.broken}
      </p>
      {totals.udp_dropped + turnedAway > 0 && (
        <p className="ingest-verdict row gap-6 soft warning">
          <Icon name="warning" size={14} />
          {texts.outside(totals.udp_dropped, turnedAway)}
        </p>
      )}
    </Section>
  )
}

/** A number of the equation with its name; its hint says what is counted. */
function Term({ name, value }: { name: keyof typeof texts.members; value: number }) {
  return (
    <span className={value === 0 ? 'ingest-term zero' : 'ingest-term'} title={texts.hints[name]}>
      <strong className="number">{exactNumber(value)}</strong>
      <span className="small-text soft">{texts.members[name]}</span>
    </span>
  )
}

const faultsTexts = ingestTexts.faults

const columns: Column<FaultRow>[] = [
  { heading: faultsTexts.columns.source, className: 'cell-title', cell: ({ source }) => source },
  { heading: faultsTexts.columns.what, cell: ({ what }) => what },
  { heading: faultsTexts.columns.count, className: 'end number', cell: ({ count }) => exactNumber(count) },
  { heading: faultsTexts.columns.remedy, className: 'soft', cell: ({ remedy }) => remedy },
]

/** Counts of refused, dropped and cut events and the like, with what to do about them. */
function FaultTable({ sources }: { sources: readonly LedgerSource[] }) {
  const rows = faultRows(sources)
  const zone = useZone()
  const since = useHealth().data?.losses?.since
  return (
    <Section
      id="ingest-faults"
      heading={
        <>
          {faultsTexts.heading}
          {since !== undefined && rows.length > 0 && (
            <span className="faint ingest-note">{faultsTexts.since(minuteText(since, zone))}</span>
          )}
        </>
      }
    >
      {rows.length === 0 ? (
        <p className="soft">{faultsTexts.none}</p>
      ) : (
        <Table rows={rows} columns={columns} keyOf={({ key }) => key} />
      )}
    </Section>
  )
}

const rateTexts = ingestTexts.rate
const series = [
  { label: rateTexts.new, colour: '--bar' },
  { label: rateTexts.duplicates, colour: '--series-2' },
  { label: rateTexts.outOfTime, colour: '--bar-warning' },
]
const stepSeconds = 60

/** A chart of events by the minute of receipt in the last hour, live. */
function ReceivedRate() {
  const zone = useZone()
  const now = useNow(5)
  const query = useLiveQuery(
    { type: 'ProcessingStats', params: { time_range: { preset: 'last_1_hours', step: stepSeconds } } },
    true,
  )
  const details = query.answer?.results.details
  const stacks = useMemo(
    () =>
      // `oot`: out of time, events that are not stored because they are older than the tolerance.
      (details ?? []).map(({ new: newCount, duplicates, oot, ts_from, ts_to }) => ({
        ts_from,
        ts_to,
        counts: [newCount, duplicates, oot],
      })),
    [details],
  )
  // The last minute is not over, so the one before it gives the current rate.
  const fullMinuteCount = stacks.at(-2)?.counts.reduce((sum, count) => sum + count, 0)
  return (
    <Section
      id="ingest-rate"
      className="card"
      heading={
        <>
          {rateTexts.heading}
          {fullMinuteCount !== undefined && (
            <span className="faint number ingest-note">
              {rateTexts.now(rateNumber(fullMinuteCount / stepSeconds))}
            </span>
          )}
        </>
      }
    >
      {query.error !== undefined && query.answer === undefined ? (
        <ErrorNotice title={rateTexts.failed} error={query.error} onRetry={query.retry} />
      ) : (
        <BarsOverTime
          stacks={stacks}
          series={series}
          height={120}
          zone={zone}
          now={now}
          label={rateTexts.heading}
          onPick={(from, to) => navigate(searchAddress({ range: { from, to } }))}
        />
      )}
    </Section>
  )
}
