import { useMemo } from 'react'
import { endedPeriods } from '../../../charts/ended-periods.ts'
import { fieldText } from '../../../charts/name-text.ts'
import type { RankedRow } from '../../../charts/ranking.ts'
import {
  groupText,
  statsDefaults,
  statsFunctionTexts,
  statsTitle,
  statsValueText,
} from '../../../charts/stats-text.ts'
import type { StatsGroup, StatsParams, StatsResults } from '../../../schema/query/stats.ts'
import { useNow } from '../../components/use-now.ts'
import { BarList } from '../../graphics/BarList.tsx'
import { valueColours } from '../../graphics/colours.ts'
import { LinesOverTime } from '../../graphics/LinesOverTime.tsx'
import { widgetTexts } from '../../texts/dashboards/widgets.ts'
import { isOverTime } from '../views/views.ts'
import { BigNumber, minExactWidthPx } from './BigNumber.tsx'
import { ChartWithLegend } from './ChartWithLegend.tsx'
import type { ContentProps } from './content-props.ts'
import { MoreRows } from './MoreRows.tsx'
import { maxRows } from './max-rows.ts'
import { shortLabel } from './short-label.ts'
import { thresholdLevel } from './thresholds.ts'

/** More lines of a chart cannot be told apart. */
const maxSeries = 12

/**
 * The results of a Stats query: functions such as `count` for each group. A table shows all, a chart the
 * first.
 */
export function GroupStatsContent(props: ContentProps<'Stats'>) {
  const { view, config, answer, size, links } = props
  // The service has checked the params.
  const params = answer.params as StatsParams
  const { functions, groupBy } = statsDefaults(params)
  const [first = 'count'] = functions
  const { values } = answer.results.totals
  const into = links.intoFilter
  const pick = into && ((group: StatsGroup['group']) => into(filterOf(groupBy, group)))
  if (isOverTime(view) && answer.results.details)
    return (
      <StatsOverTime
        {...props}
        details={answer.results.details}
        first={first}
        groupBy={groupBy}
        onPick={pick}
      />
    )
  if (view === 'badge')
    return (
      <BigNumber
        size={size}
        text={statsValueText(values[0]?.values[first], size.width < minExactWidthPx)}
        note={statsTitle({ ...params, functions: [first], group_by: [] }).toLowerCase()}
        level={thresholdLevel(config, values[0]?.values[first])}
        onPick={pick && (() => pick([]))}
      />
    )
  const shownGroups = values.slice(0, maxRows)
  if (view === 'bar_chart') {
    const largest = shownGroups.reduce((max, { values }) => Math.max(max, values[first] ?? 0), 0)
    const rows = shownGroups.map(({ group, values }): RankedRow => {
      const value = values[first] ?? 0
      return {
        name: groupText(groupBy, group) || statsFunctionTexts[first],
        label: shortLabel(groupText(groupBy, group)) || statsFunctionTexts[first],
        count: value,
        length: largest > 0 ? Math.max(0, value / largest) : 0,
        share: 0,
        rest: false,
      }
    })
    return (
      <div className="widget-scroll">
        <BarList
          rows={rows}
          height={size.height}
          onPick={pick && (row => pick(shownGroups[rows.indexOf(row)]?.group ?? []))}
          hint={widgetTexts.searchValue}
          isWide
          hasShares={false}
        />
        <MoreRows count={values.length - shownGroups.length} />
      </div>
    )
  }
  return (
    <div className="widget-scroll">
      <table className="widget-table">
        <thead>
          <tr>
            <th scope="col">{groupBy.map(fieldText).join(' · ') || widgetTexts.allEvents}</th>
            {functions.map(name => (
              <th key={name} scope="col" className="right">
                {statsFunctionTexts[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shownGroups.map(({ group, values }) => {
            const label = groupText(groupBy, group) || widgetTexts.allEvents
            return (
              <tr key={JSON.stringify(group)}>
                <th scope="row">
                  {pick === undefined ? (
                    <span className="widget-table-name one-line">{label}</span>
                  ) : (
                    <button
                      type="button"
                      className="widget-table-name one-line"
                      title={`${label}. ${widgetTexts.searchValue}`}
                      onClick={() => pick(group)}
                    >
                      {label}
                    </button>
                  )}
                </th>
                {functions.map(name => (
                  <td key={name} className="number right">
                    {statsValueText(values[name])}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
      <MoreRows count={values.length - shownGroups.length} />
    </div>
  )
}

/** The filter for the events of a group. */
function filterOf(groupBy: readonly string[], group: StatsGroup['group']) {
  return group.map((value, index) => ({ field: groupBy[index] ?? '', op: 'eq', value }))
}

interface OverTimeProps extends ContentProps<'Stats'> {
  details: NonNullable<StatsResults['details']>
  /** The function to draw. */
  first: ReturnType<typeof statsDefaults>['functions'][number]
  groupBy: readonly string[]
  onPick: ((group: StatsGroup['group']) => void) | undefined
}

/** The first function of each group over time. A period without a value has no point. */
function StatsOverTime(props: OverTimeProps) {
  const { title, answer, details, first, groupBy, size, zone, links, onPick } = props
  // Results may be newer than the clock, which ticks slowly.
  const now = Math.max(useNow(5), answer.base_time)
  const { totals } = answer.results
  const groups = useMemo(() => totals.values.slice(0, maxSeries), [totals])
  const series = useMemo(() => {
    const names = groups.map(({ group }) => ({ name: group.join(' '), rest: false }))
    const colours = valueColours(groupBy.join(' '), names)
    return groups.map(({ group }, i) => ({
      label: shortLabel(groupText(groupBy, group)) || statsFunctionTexts[first],
      colour: colours[i] ?? '--series-rest',
    }))
  }, [groups, groupBy, first])
  const samples = useMemo(
    () =>
      endedPeriods(
        details.map(({ values, ...period }) => ({
          ...period,
          values: groups.map((_, i) => values[i]?.values[first] ?? Number.NaN),
        })),
        answer.base_time,
      ),
    [details, groups, first, answer.base_time],
  )
  const items = groups.map(({ group, values }, i) => ({
    label: series[i]?.label ?? '',
    colour: series[i]?.colour ?? '--series-rest',
    text: statsValueText(values[first], true),
    onPick: onPick && (() => onPick(group)),
  }))
  return (
    <ChartWithLegend items={items} hint={widgetTexts.searchValue} size={size}>
      {({ width, height }) => (
        <LinesOverTime
          series={series}
          samples={samples}
          width={width}
          height={height}
          zone={zone}
          now={now}
          label={title}
          text={value => statsValueText(value, true)}
          onPick={links.intoPeriod}
        />
      )}
    </ChartWithLegend>
  )
}
