import { useState } from 'react'
import { exactNumber } from '../../charts/number-text.ts'
import { printable } from '../../charts/printable.ts'
import { agoText } from '../../charts/time-text.ts'
import type { ListedSlowQuery } from '../api/system.ts'
import { Button } from '../components/Button.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { useNow } from '../components/use-now.ts'
import { systemTexts } from '../texts/settings/system.ts'
import { slowQueryText } from './slow-query-text.ts'
import { useSlowQueries } from './use-slow-queries.ts'

const texts = systemTexts.slow
/** Number of entries listed at first, the newest ones. */
const maxListed = 10

/** Queries that took longer than the configured limit. */
export function SlowQueryTable() {
  const [showsAll, setShowsAll] = useState(false)
  const { data, error, refetch } = useSlowQueries(true)
  const list = data?.list ?? []
  const listed = showsAll ? list : list.slice(0, maxListed)
  return (
    <section className="system-section" aria-labelledby="system-slow">
      <div className="system-bar">
        <h2 id="system-slow">{texts.heading}</h2>
        {data && <span className="faint number">{texts.above(data.threshold)}</span>}
      </div>
      {!data && error && <ErrorNotice title={texts.failed} error={error} onRetry={() => void refetch()} />}
      {data && list.length === 0 && <p className="soft">{data.threshold === 0 ? texts.off : texts.empty}</p>}
      {listed.length > 0 && (
        <table className="list-table">
          <thead>
            <tr>
              <th scope="col">{texts.columns.what}</th>
              <th scope="col">{texts.columns.who}</th>
              <th scope="col" className="end">
                {texts.columns.duration}
              </th>
              <th scope="col">{texts.columns.from}</th>
              <th scope="col" className="end">
                {texts.columns.rows}
              </th>
              <th scope="col">{texts.columns.when}</th>
            </tr>
          </thead>
          <tbody>
            {listed.map(entry => (
              <Row key={`${entry.ended_at} ${entry.query_id} ${entry.duration}`} entry={entry} />
            ))}
          </tbody>
        </table>
      )}
      {listed.length < list.length && (
        <Button className="small" onClick={() => setShowsAll(true)}>
          {texts.all(list.length)}
        </Button>
      )}
    </section>
  )
}

function Row({ entry }: { entry: ListedSlowQuery }) {
  const now = useNow(5)
  const { type, outcome, code, statements } = entry
  const asked = printable(slowQueryText(entry))
  return (
    <tr>
      <td className="cell-title">
        <strong>{type}</strong>
        {outcome !== 'answered' && <span className="badge warning">{code ?? texts.stopped}</span>}
        <span className="faint system-query" title={asked}>
          {asked}
        </span>
      </td>
      <td data-label={texts.columns.who}>{printable(entry.user ?? systemTexts.queries.deleted)}</td>
      <td className="end number" data-label={texts.columns.duration}>
        {texts.seconds((entry.duration / 1_000).toFixed(1))}
      </td>
      <td data-label={texts.columns.from}>
        {entry.read_from.map(source => texts.sources[source]).join(', ')}
        {statements > 0 && <span className="faint number"> {texts.statements(statements)}</span>}
      </td>
      <td className="end number" data-label={texts.columns.rows}>
        {entry.rows_read === null ? (
          <span className="faint">{texts.unknown}</span>
        ) : (
          exactNumber(entry.rows_read)
        )}
      </td>
      <td className="number" data-label={texts.columns.when}>
        {agoText(entry.ended_at, now)}
      </td>
    </tr>
  )
}
