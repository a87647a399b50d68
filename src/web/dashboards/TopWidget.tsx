import { exactNumber } from '../../charts/number-text.ts'
import { rankedRows } from '../../charts/ranking.ts'
import { BarList } from '../graphics/BarList.tsx'
import { seriesColours, severityColour } from '../graphics/colours.ts'
import { Donut } from '../graphics/Donut.tsx'
import { Panel } from './Panel.tsx'
import { useWidgetQuery } from './use-widget-query.ts'
import { drillDown, equalsPill, type WidgetProps } from './widget-props.ts'

interface Props extends WidgetProps {
  field: string
  limit: number
  view: 'donut' | 'bars'
}

/** The most frequent values of a field, as shares of a whole or as a list. */
export function TopWidget({ field, limit, view, ...props }: Props) {
  const rest = view === 'donut'
  const query = useWidgetQuery('TopN', props.range, { field, limit, show_other: rest })
  const totals = query.answer?.results.totals
  const rows = totals ? rankedRows(field, totals.values, rest) : []
  const pick = (row: { name: string | number }) => drillDown(props.range, equalsPill(field, row.name))
  const colourOf = field === 'severity' ? severityColour : undefined
  const colours = seriesColours(field, rows)
  return (
    <Panel
      {...props}
      query={query}
      empty={rows.length === 0}
      note={totals && totals.cardinality > limit ? `of ${exactNumber(totals.cardinality)}` : undefined}
    >
      {view === 'donut' ? (
        <Donut
          rows={rows}
          colourOf={colourOf ?? ((_, index) => colours[index] ?? '--series-rest')}
          onPick={pick}
        />
      ) : (
        <BarList rows={rows} colourOf={colourOf} onPick={pick} hint="Search these events" />
      )}
    </Panel>
  )
}
