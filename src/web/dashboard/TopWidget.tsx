import { exactNumber } from '../../charts/number-text.ts'
import { rankedRows } from '../../charts/ranking.ts'
import { BarList } from '../graphics/BarList.tsx'
import { seriesColours, severityColour } from '../graphics/colours.ts'
import { Donut } from '../graphics/Donut.tsx'
import { useLiveQuery } from '../live/use-live-query.ts'
import { useZone } from '../state/preferences.ts'
import { timeRangeOf } from '../time/range.ts'
import { Panel } from './Panel.tsx'
import { drillDown, drillDownAddress, equalsPill, type WidgetProps } from './widget-props.ts'

interface Props extends WidgetProps {
  field: string
  limit: number
  view: 'donut' | 'bars'
  /** In the middle of the donut, below the sum. */
  unit?: string
}

/** The most frequent values of a field, as shares of a whole or as a list. */
export function TopWidget({ title, span, range, field, limit, view, unit = 'occurrences' }: Props) {
  const zone = useZone()
  const rest = view === 'donut'
  const query = useLiveQuery(
    { type: 'TopN', params: { time_range: timeRangeOf(range, zone), field, limit, show_other: rest } },
    true,
  )
  const totals = query.answer?.results.totals
  const rows = totals ? rankedRows(field, totals.values, rest) : []
  const pick = (row: { name: string | number }) => drillDown(range, equalsPill(field, row.name))
  const colourOf = field === 'severity' ? severityColour : undefined
  const colours = seriesColours(field, rows)
  return (
    <Panel
      title={title}
      span={span}
      query={query}
      search={drillDownAddress(range)}
      empty={rows.length === 0}
      note={totals && totals.cardinality > limit ? `of ${exactNumber(totals.cardinality)}` : undefined}
    >
      {view === 'donut' ? (
        <Donut
          rows={rows}
          colourOf={colourOf ?? ((_, index) => colours[index] ?? '--series-rest')}
          unit={unit}
          onPick={pick}
        />
      ) : (
        <BarList rows={rows} {...(colourOf ? { colourOf } : {})} onPick={pick} hint="Search these events" />
      )}
    </Panel>
  )
}
