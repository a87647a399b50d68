import { useState } from 'react'
import { exactNumber } from '../../charts/number-text.ts'
import { agoText, momentText } from '../../charts/time-text.ts'
import type { Listener } from '../../schema/intake/listener.ts'
import { formatFileSize } from '../../schema/text/format-bytes.ts'
import { type LedgerSource, readListeners } from '../api/ingest.ts'
import { Button } from '../components/Button.tsx'
import { SearchInput } from '../components/forms/SearchInput.tsx'
import { EmptyList } from '../components/lists/EmptyList.tsx'
import { type Column, Table } from '../components/lists/Table.tsx'
import { Section } from '../components/Section.tsx'
import { useNow } from '../components/use-now.ts'
import { useZone } from '../state/preferences.ts'
import { useRead } from '../state/use-read.ts'
import { ingestTexts } from '../texts/ingest.ts'
import { isFound, joinSources, type SourceRow, sortSources } from './source-rows.ts'

const texts = ingestTexts.sources

/** With more sources there is a box to find some. */
const maxSourcesWithoutSearch = 8

/** Listeners and HTTP endpoints, with their counts from the ledger. */
export function SourceTable({ sources }: { sources: readonly LedgerSource[] }) {
  const zone = useZone()
  const now = useNow(5)
  const [search, setSearch] = useState('')
  const [ordering, setOrdering] = useState('')
  const { data } = useRead(['listeners'], readListeners)
  const rows = sortSources(joinSources(sources, data?.list ?? []), ordering).filter(row =>
    isFound(row, search),
  )
  const lastOf = ({ counts }: SourceRow) => counts?.last_at ?? null
  const countOf = (field: 'received' | 'refused' | 'connections'): Column<SourceRow> => ({
    heading: texts.columns[field],
    sortBy: field,
    className: 'end number',
    cell: ({ counts }) => exactNumber(counts?.[field] ?? 0),
  })
  const columns: Column<SourceRow>[] = [
    {
      heading: texts.columns.source,
      sortBy: 'source',
      className: 'cell-title',
      cell: ({ name, listener }) => (
        <>
          <span className="ingest-host">{name}</span>
          <span className="faint">{listener?.kind ?? (httpSources.has(name) ? texts.http : '')}</span>
        </>
      ),
    },
    {
      heading: texts.columns.address,
      cell: ({ name, listener }) => <Address name={name} listener={listener} />,
    },
    {
      ...countOf('received'),
      title: ({ counts }) => counts && texts.bytes(formatFileSize(counts.bytes)),
    },
    countOf('refused'),
    {
      heading: texts.columns.faults,
      sortBy: 'faults',
      className: 'end number',
      cell: ({ faults }) => exactNumber(faults),
    },
    countOf('connections'),
    {
      heading: texts.columns.last,
      sortBy: 'last_at',
      className: 'end number',
      title: row => {
        const last = lastOf(row)
        return last === null ? undefined : momentText(last, zone)
      },
      cell: row => {
        const last = lastOf(row)
        return last === null ? <span className="faint">{texts.neverSinceStart}</span> : agoText(last, now)
      },
    },
  ]
  return (
    <Section
      id="ingest-sources"
      heading={
        <>
          {texts.heading}
          <span className="faint ingest-note">{texts.hint}</span>
        </>
      }
    >
      {sources.length > maxSourcesWithoutSearch && (
        <div className="list-filter">
          <SearchInput label={texts.search} value={search} onChange={setSearch} />
        </div>
      )}
      {rows.length === 0 ? (
        <EmptyList
          title={texts.empty}
          action={<Button onClick={() => setSearch('')}>{texts.showAll}</Button>}
        />
      ) : (
        <Table
          rows={rows}
          columns={columns}
          keyOf={({ name }) => name}
          rowClass={({ counts }) => (counts === undefined ? 'resting' : undefined)}
          sorting={{ ordering, onSort: setOrdering }}
        />
      )}
    </Section>
  )
}

/** Sources of HTTP endpoints. Any other source without a listener had one before. */
const httpSources = new Set(['incoming', 'webhook', 'elasticsearch', 'loki', 'otlp', 'splunk', 'gelf'])

/** Where a source receives events. */
function Address({ name, listener }: { name: string; listener: Listener | undefined }) {
  if (listener === undefined)
    return <span className="faint">{httpSources.has(name) ? texts.http : texts.notListening}</span>
  const { path, host, port, transport, tls, client_certificates: certificates, timezone } = listener
  return (
    <>
      <span className="mono">{path ?? `${transport} ${host}:${port}`}</span>
      {tls && <span className="badge ingest-note">{texts.tls}</span>}
      {certificates !== 'none' && <span className="faint ingest-note">{texts.clientCertificates}</span>}
      {timezone !== 'UTC' && <span className="faint ingest-note">{texts.zone(timezone)}</span>}
    </>
  )
}
