import { exactNumber } from '../../charts/number-text.ts'
import { momentText } from '../../charts/time-text.ts'
import type { LedgerSource } from '../api/ingest.ts'
import { useZone } from '../state/preferences.ts'
import { ingestTexts } from '../texts/ingest.ts'
import { faultRows } from './source-rows.ts'
import { useHealth } from './use-health.ts'

const texts = ingestTexts.faults

/** Refused, dropped and cut events, with what to do about them. */
export function FaultTable({ sources }: { sources: readonly LedgerSource[] }) {
  const rows = faultRows(sources)
  const zone = useZone()
  const since = useHealth().data?.losses?.since
  return (
    <section className="ingest-section wide-section" aria-labelledby="ingest-faults">
      <h2 id="ingest-faults">
        {texts.heading}
        {since !== undefined && rows.length > 0 && (
          <span className="faint ingest-note">{texts.since(momentText(since, zone).slice(0, 16))}</span>
        )}
      </h2>
      {rows.length === 0 ? (
        <p className="soft">{texts.none}</p>
      ) : (
        <table className="list-table ingest-table">
          <thead>
            <tr>
              <th scope="col">{texts.columns.source}</th>
              <th scope="col">{texts.columns.what}</th>
              <th scope="col" className="end">
                {texts.columns.count}
              </th>
              <th scope="col">{texts.columns.remedy}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, source, what, count, remedy }) => (
              <tr key={key}>
                <td className="cell-title">{source}</td>
                <td data-label={texts.columns.what}>{what}</td>
                <td className="end number" data-label={texts.columns.count}>
                  {exactNumber(count)}
                </td>
                <td className="soft" data-label={texts.columns.remedy}>
                  {remedy}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
