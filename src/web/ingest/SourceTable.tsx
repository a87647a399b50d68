import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { exactNumber } from '../../charts/number-text.ts'
import { agoText, momentText } from '../../charts/time-text.ts'
import type { Listener } from '../../schema/intake/listener.ts'
import { type LedgerSource, readListeners } from '../api/ingest.ts'
import { Notice } from '../components/Notice.tsx'
import { useNow } from '../components/use-now.ts'
import { byteText } from '../files/byte-text.ts'
import { useZone } from '../state/preferences.ts'
import { ingestTexts } from '../texts/ingest.ts'
import { SortHeading } from './SortHeading.tsx'
import { joinSources, type SourceRow, sortSources } from './source-rows.ts'

const texts = ingestTexts.sources

/** Listeners and HTTP endpoints, with their counts from the ledger. */
export function SourceTable({ sources }: { sources: readonly LedgerSource[] }) {
  const [search, setSearch] = useState('')
  const [ordering, setOrdering] = useState('')
  const { data } = useQuery({ queryKey: ['listeners'], queryFn: ({ signal }) => readListeners(signal) })
  const rows = sortSources(joinSources(sources, data?.list ?? []), ordering).filter(({ name, listener }) =>
    `${name} ${listener?.kind ?? ''}`.includes(search.trim().toLowerCase()),
  )
  const sort = { query: { ordering }, change: (change: { ordering: string }) => setOrdering(change.ordering) }
  return (
    <section className="ingest-section wide-section" aria-labelledby="ingest-sources">
      <h2 id="ingest-sources">
        {texts.heading}
        <span className="faint ingest-note">{texts.hint}</span>
      </h2>
      {sources.length > 8 && (
        <div className="list-filter">
          <input
            className="field"
            type="search"
            value={search}
            placeholder={texts.search}
            aria-label={texts.search}
            onChange={event => setSearch(event.target.value)}
          />
        </div>
      )}
      {rows.length === 0 && <Notice title={texts.empty} />}
      {rows.length > 0 && (
        <table className="list-table ingest-table">
          <thead>
            <tr>
              <SortHeading text={texts.columns.source} field="source" {...sort} />
              <th scope="col">{texts.columns.address}</th>
              <SortHeading text={texts.columns.received} field="received" isNumber {...sort} />
              <SortHeading text={texts.columns.refused} field="refused" isNumber {...sort} />
              <SortHeading text={texts.columns.faults} field="faults" isNumber {...sort} />
              <SortHeading text={texts.columns.connections} field="connections" isNumber {...sort} />
              <SortHeading text={texts.columns.last} field="last_at" isNumber {...sort} />
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <Row key={row.name} row={row} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function Row({ row: { name, listener, counts, faults } }: { row: SourceRow }) {
  const zone = useZone()
  const now = useNow(5)
  const last = counts?.last_at ?? null
  return (
    <tr className={counts === undefined ? 'resting' : undefined}>
      <td className="cell-title">
        <span className="ingest-host">{name}</span>
        <span className="faint">{listener?.kind ?? texts.http}</span>
      </td>
      <td data-label={texts.columns.address}>
        <Address name={name} listener={listener} />
      </td>
      <td
        className="end number"
        data-label={texts.columns.received}
        title={counts && texts.bytes(byteText(counts.bytes))}
      >
        {exactNumber(counts?.received ?? 0)}
      </td>
      <td className="end number" data-label={texts.columns.refused}>
        {exactNumber(counts?.refused ?? 0)}
      </td>
      <td className="end number" data-label={texts.columns.faults}>
        {exactNumber(faults)}
      </td>
      <td className="end number" data-label={texts.columns.connections}>
        {exactNumber(counts?.connections ?? 0)}
      </td>
      <td
        className="end number"
        data-label={texts.columns.last}
        title={last === null ? undefined : momentText(last, zone)}
      >
        {last === null ? <span className="faint">{texts.neverSinceStart}</span> : agoText(last, now)}
      </td>
    </tr>
  )
}

/** Identifies sources that are neither listeners nor HTTP: former listeners. */
const httpSources = new Set(['incoming', 'webhook', 'elasticsearch', 'loki', 'otlp', 'splunk', 'gelf'])

function Address({ name, listener }: { name: string; listener: Listener | undefined }) {
  if (listener === undefined)
    return <span className="faint">{httpSources.has(name) ? texts.http : texts.notListening}</span>
  const { path, host, port, transport, tls, client_certificates: certificates, timezone } = listener
  return (
    <>
      <span className="mono">{path ?? `${transport} ${host}:${port}`}</span>
      {tls && <span className="badge info ingest-note">{texts.tls}</span>}
      {certificates !== 'none' && <span className="faint ingest-note">{texts.clientCertificates}</span>}
      {timezone !== 'UTC' && <span className="faint ingest-note">{texts.zone(timezone)}</span>}
    </>
  )
}
