import { useMemo } from 'react'
import { topOverTime } from '../../charts/top-over-time.ts'
import { useNow } from '../components/use-now.ts'
import { BarsOverTime } from '../graphics/BarsOverTime.tsx'
import { seriesColours } from '../graphics/colours.ts'
import { useZone } from '../state/preferences.ts'
import { Panel } from './Panel.tsx'
import { useWidgetQuery } from './use-widget-query.ts'
import { drillDown, equalsPill, type WidgetProps } from './widget-props.ts'

/** The most frequent values of a field, stacked over time. */
export function TopOverTimeWidget({
  field,
  limit,
  height,
  ...props
}: WidgetProps & { field: string; limit: number; height: number }) {
  const zone = useZone()
  const now = useNow(5)
  const { title, range } = props
  const query = useWidgetQuery('TopN', range, { field, limit, with_subperiods: true, show_other: true })
  const { totals, details } = query.answer?.results ?? {}
  const { series, stacks } = useMemo(
    () =>
      totals
        ? topOverTime(field, { totals, ...(details ? { details } : {}) }, true)
        : { series: [], stacks: [] },
    [totals, details, field],
  )
  const colours = useMemo(() => seriesColours(field, series), [field, series])
  const colourAt = (index: number) => colours[index] ?? '--series-rest'
  return (
    <Panel {...props} query={query} empty={series.every(item => item.count === 0)}>
      <ul className="key series-key">
        {series.map((item, index) => (
          <li key={`${item.rest}${item.name}`}>
            <button
              type="button"
              disabled={item.rest}
              onClick={() => drillDown(range, equalsPill(field, item.name))}
            >
              <i style={{ background: `var(${colourAt(index)})` }} />
              {item.label}
            </button>
          </li>
        ))}
      </ul>
      <BarsOverTime
        stacks={stacks}
        series={series.map((item, index) => ({ label: item.label, colour: colourAt(index) }))}
        height={height}
        zone={zone}
        now={now}
        label={title}
        onPick={(from, to) => drillDown({ from, to })}
      />
    </Panel>
  )
}
