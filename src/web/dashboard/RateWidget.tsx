import { useMemo } from 'react'
import { exactNumber, rateNumber } from '../../charts/number-text.ts'
import { rateFigures } from '../../charts/rate-figures.ts'
import type { EventRateResults } from '../../schema/query/event-rate.ts'
import { useNow } from '../components/use-now.ts'
import { BarsOverTime } from '../graphics/BarsOverTime.tsx'
import { useLiveQuery } from '../live/use-live-query.ts'
import { filterOf } from '../search/search-requests.ts'
import { useZone } from '../state/preferences.ts'
import { timeRangeOf } from '../time/range.ts'
import { Panel } from './Panel.tsx'
import { drillDown, drillDownAddress, type WidgetProps } from './widget-props.ts'

const noPills: WidgetProps['pills'] = []

/** Events over time, with what they come to a second. */
export function RateWidget({
  title,
  span,
  range,
  pills = noPills,
  colour = '--bar',
  height,
}: WidgetProps & { colour?: string; height: number }) {
  const zone = useZone()
  const now = useNow(5)
  const query = useLiveQuery(
    {
      type: 'EventRate',
      params: { time_range: timeRangeOf(range, zone), filter: filterOf({ text: '', pills: pills ?? [] }) },
    },
    true,
  )
  const { totals, details } = query.answer?.results ?? {}
  const results: EventRateResults | undefined = totals && details && { totals, details }
  const figures = results && rateFigures(results, query.answer?.base_time ?? now)
  const stacks = useMemo(
    () => (details ?? []).map(period => ({ ...period, counts: [period.count] })),
    [details],
  )
  return (
    <Panel
      title={title}
      span={span}
      query={query}
      search={drillDownAddress(range, ...(pills ?? []))}
      empty={false}
      note={figures && `${exactNumber(figures.sum)} in all`}
    >
      {figures && (
        <dl className="figures">
          <Figure name="now" value={figures.latest} strong />
          <Figure name="average" value={figures.average} />
          <Figure name="peak" value={figures.peak} />
        </dl>
      )}
      <BarsOverTime
        stacks={stacks}
        series={[{ label: title, colour }]}
        height={height}
        zone={zone}
        now={now}
        label={title}
        level={figures?.level}
        onPick={(from, to) => drillDown({ from, to }, ...(pills ?? []))}
      />
    </Panel>
  )
}

function Figure({
  name,
  value,
  strong = false,
}: {
  name: string
  value: number | undefined
  strong?: boolean
}) {
  return (
    <div className={strong ? 'figure strong' : 'figure'}>
      <dt>{name}</dt>
      <dd className="number">
        {value === undefined ? '–' : rateNumber(value)}
        <small>/s</small>
      </dd>
    </div>
  )
}
