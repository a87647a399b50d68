import { exactNumber } from '../../charts/number-text.ts'
import { minuteText } from '../../charts/time-text.ts'
import type { LedgerSource } from '../api/ingest.ts'
import { type Column, Table } from '../components/lists/Table.tsx'
import { Section } from '../components/Section.tsx'
import { useZone } from '../state/preferences.ts'
import { ingestTexts } from '../texts/ingest.ts'
import { type FaultRow, faultRows } from './source-rows.ts'
import { useHealth } from './use-health.ts'

const texts = ingestTexts.faults

const columns: Column<FaultRow>[] = [
  { heading: texts.columns.source, className: 'cell-title', cell: ({ source }) => source },
  { heading: texts.columns.what, cell: ({ what }) => what },
  { heading: texts.columns.count, className: 'end number', cell: ({ count }) => exactNumber(count) },
  { heading: texts.columns.remedy, className: 'soft', cell: ({ remedy }) => remedy },
]

/** Refused, dropped and cut events, with what to do about them. */
export function FaultTable({ sources }: { sources: readonly LedgerSource[] }) {
  const rows = faultRows(sources)
  const zone = useZone()
  const since = useHealth().data?.losses?.since
  return (
    <Section
      id="ingest-faults"
      heading={
        <>
          {texts.heading}
          {since !== undefined && rows.length > 0 && (
            <span className="faint ingest-note">{texts.since(minuteText(since, zone))}</span>
          )}
        </>
      }
    >
      {rows.length === 0 ? (
        <p className="soft">{texts.none}</p>
      ) : (
        <Table rows={rows} columns={columns} keyOf={({ key }) => key} />
      )}
    </Section>
  )
}
