import { fieldText } from '../../charts/name-text.ts'
import { exactNumber } from '../../charts/number-text.ts'
import { rankedRows } from '../../charts/ranking.ts'
import { BarList } from '../graphics/BarList.tsx'
import { severityColour } from '../graphics/colours.ts'
import type { WatchedQuery } from '../live/use-live-query.ts'
import { useValueMenu } from '../results/value-menu.tsx'
import type { FacetField } from './search-requests.ts'

/** The most frequent values of one field among the results. */
export function Facet({ field, query }: { field: FacetField; query: WatchedQuery<'TopN'> }) {
  const open = useValueMenu()
  const totals = query.answer?.results.totals
  const rows = totals ? rankedRows(field, totals.values, false) : undefined
  if (!rows?.length && !query.stale && query.error === undefined) return null
  return (
    <section className={query.stale && query.error === undefined ? 'facet stale' : 'facet'}>
      <h3>
        {fieldText(field)}
        {totals && totals.cardinality > totals.values.length && (
          <span className="faint">
            top {totals.values.length} of {totals.approximate ? '~' : ''}
            {exactNumber(totals.cardinality)}
          </span>
        )}
      </h3>
      {rows ? (
        <BarList
          rows={rows}
          colourOf={field === 'severity' ? severityColour : undefined}
          onPick={(row, element) => open(field, String(row.name), element)}
          hint="Filter or copy"
        />
      ) : (
        <div className="facet-wait">{query.error ? 'Not available' : ''}</div>
      )}
    </section>
  )
}
