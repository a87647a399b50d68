import { useMemo } from 'react'
import { exactNumber, rateNumber } from '../../charts/number-text.ts'
import { rateFigures } from '../../charts/rate-figures.ts'
import type { EventRateResults } from '../../schema/query/event-rate.ts'
import { useNow } from '../components/use-now.ts'
import { BarsOverTime } from '../graphics/BarsOverTime.tsx'
import { filterOf } from '../search/search-requests.ts'
import { useZone } from '../state/preferences.ts'
import { Panel } from './Panel.tsx'
import { useWidgetQuery } from './use-widget-query.ts'
import { drillDown, type WidgetProps } from './widget-props.ts'

const figureNames = [
  ['now', 'latest'],
  ['average', 'average'],
  ['peak', 'peak'],
] as const

/** Events over time, and their rate per second. */
export function RateWidget({
  colour = '--bar',
  height,
  ...props
}: WidgetProps & { colour?: string; height: number }) {
  const zone = useZone()
  const now = useNow(5)
  const { title, range, pills = [] } = props
  const query = useWidgetQuery('EventRate', range, { filter: filterOf({ text: '', pills }) })
  const { totals, details } = query.answer?.results ?? {}
  const results: EventRateResults | undefined = totals && details && { totals, details }
  const figures = results && rateFigures(results, query.answer?.base_time ?? now)
  const stacks = useMemo(
    () => (details ?? []).map(period => ({ ...period, counts: [period.count] })),
    [details],
  )
  return (
    <Panel {...props} query={query} empty={false} note={figures && `${exactNumber(figures.sum)} total`}>
      {figures && (
        <dl className="figures">
          {figureNames.map(([name, member]) => (
            <div key={name} className={name === 'now' ? 'figure strong' : 'figure'}>
              <dt>{name}</dt>
              <dd className="number">
                {figures[member] === undefined ? '–' : rateNumber(figures[member])}
                <small>/s</small>
              </dd>
            </div>
          ))}
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
        onPick={(from, to) => drillDown({ from, to }, ...pills)}
      />
    </Panel>
  )
}
