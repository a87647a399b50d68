import { useMemo } from 'react'
import { endedPeriods } from '../../../charts/ended-periods.ts'
import { fieldText } from '../../../charts/name-text.ts'
import { exactNumber, shareText, shortNumber } from '../../../charts/number-text.ts'
import { type RankedRow, rankedRows, withOthersSummed } from '../../../charts/ranking.ts'
import { topOverTime } from '../../../charts/top-over-time.ts'
import type { TopNResults } from '../../../schema/query/top-n.ts'
import { useNow } from '../../components/use-now.ts'
import { AreasOverTime } from '../../graphics/AreasOverTime.tsx'
import { BarList } from '../../graphics/BarList.tsx'
import { BarsOverTime } from '../../graphics/BarsOverTime.tsx'
import { valueColours } from '../../graphics/colours.ts'
import { Donut } from '../../graphics/Donut.tsx'
import { LinesOverTime } from '../../graphics/LinesOverTime.tsx'
import { Sparkline } from '../../graphics/Sparkline.tsx'
import { lazyComponent } from '../../state/lazy-part.ts'
import { widgetTexts } from '../../texts/dashboards/widgets.ts'
import { isOverTime } from '../views/views.ts'
import { BigNumber, minExactWidthPx } from './BigNumber.tsx'
import { ChartWithLegend } from './ChartWithLegend.tsx'
import type { ContentProps } from './content-props.ts'
import { MoreRows } from './MoreRows.tsx'
import { maxRows } from './max-rows.ts'
import { shortLabel } from './short-label.ts'
import { thresholdLevel } from './thresholds.ts'

const HeatContent = lazyComponent(async () => (await import('./HeatContent.tsx')).HeatContent)

/** More slices of a pie cannot be told apart. */
const maxSlices = 12

/** The most frequent values of a field. */
export function TopContent(props: ContentProps<'TopN'>) {
  const { view, config, answer, size, links } = props
  const { results, params } = answer
  const field = String(params.field ?? 'host')
  const withRest = params.show_other === true
  const rows = useMemo(
    () =>
      rankedRows(field, results.totals, withRest).map(row => ({
        ...row,
        label: shortLabel(row.label),
      })),
    [field, results.totals, withRest],
  )
  const into = links.into
  const pick = into && ((row: { name: string | number }) => into({ field, value: row.name }))

  if (view === 'heat_map' && results.details)
    return <HeatContent {...props} field={field} withRest={withRest} details={results.details} />
  // A chart over time has no details if the config turns periods off (`with_subperiods`).
  if (isOverTime(view) && results.details)
    return <TopOverTimeContent {...props} field={field} withRest={withRest} details={results.details} />
  if (view === 'badge') {
    const { cardinality } = results.totals
    return (
      <BigNumber
        size={size}
        text={size.width < minExactWidthPx ? shortNumber(cardinality) : exactNumber(cardinality)}
        note={widgetTexts.distinct(cardinality, fieldText(field))}
        level={thresholdLevel(config, cardinality)}
        onPick={into && (() => into({}))}
      />
    )
  }
  if (view === 'pie_chart') {
    const slices = withOthersSummed(rows, maxSlices)
    const sliceColours = valueColours(field, slices)
    return (
      <div className="widget-scroll">
        <Donut
          rows={slices}
          total={results.totals.count}
          colourOf={(_, index) => sliceColours[index] ?? '--series-rest'}
          onPick={pick}
        />
      </div>
    )
  }
  const shownRows = rows.slice(0, maxRows)
  const colours = valueColours(field, shownRows)
  if (view === 'table')
    return (
      <TopTable field={field} rows={shownRows} colours={colours} details={results.details} onPick={pick} />
    )
  const isBars = view === 'bar_chart'
  return (
    <div className="widget-scroll">
      <BarList
        rows={shownRows}
        height={size.height}
        colourOf={
          isBars || field === 'severity' ? (_, index) => colours[index] ?? '--series-rest' : undefined
        }
        onPick={pick}
        hint={widgetTexts.searchValue}
        isWide={isBars}
      />
      <MoreRows count={rows.length - shownRows.length} />
    </div>
  )
}

/** More series of a chart cannot be told apart. */
const maxSeries = 12

interface Props extends ContentProps<'TopN'> {
  field: string
  /** Draws the sum of all other values too. */
  withRest: boolean
  details: NonNullable<TopNResults['details']>
}

/** The most frequent values over time: stacked bars, bands, or lines. */
function TopOverTimeContent({ title, view, answer, size, zone, links, field, withRest, details }: Props) {
  // Results may be newer than the clock, which ticks slowly.
  const now = Math.max(useNow(5), answer.base_time)
  const { totals } = answer.results
  const { series, stacks } = useMemo(() => {
    const isCut = totals.values.length > maxSeries
    const values = totals.values.slice(0, maxSeries)
    return topOverTime(field, { totals: { ...totals, values }, details }, withRest || isCut)
  }, [totals, details, field, withRest])
  const chartSeries = useMemo(() => {
    const colours = valueColours(field, series)
    return series.map(({ label }, index) => ({
      label: shortLabel(label),
      colour: colours[index] ?? '--series-rest',
      side: 'above' as const,
    }))
  }, [field, series])
  const samples = useMemo(
    () => endedPeriods(stacks, answer.base_time).map(stack => ({ ...stack, values: stack.counts })),
    [stacks, answer.base_time],
  )
  const into = links.into
  const onPick =
    into &&
    ((ts_from: number, ts_to: number, index?: number) => {
      const picked = index === undefined ? undefined : series[index]
      into({ period: { ts_from, ts_to }, ...(picked && !picked.rest && { field, value: picked.name }) })
    })
  const items = series.map((item, index) => ({
    label: shortLabel(item.label),
    colour: chartSeries[index]?.colour ?? '--series-rest',
    text: shortNumber(item.count),
    onPick: item.rest || !into ? undefined : () => into({ field, value: item.name }),
  }))
  return (
    <ChartWithLegend items={items} hint={widgetTexts.searchValue} size={size}>
      {({ width, height }) => {
        const common = { series: chartSeries, height, zone, now, label: title, onPick }
        if (view === 'time_chart_bars') return <BarsOverTime {...common} stacks={stacks} />
        if (view === 'time_chart_areas') return <AreasOverTime {...common} width={width} samples={samples} />
        return (
          <LinesOverTime
            {...common}
            width={width}
            samples={samples}
            isSmooth={view === 'time_chart_splines'}
            isFilled={view === 'time_chart_splines'}
          />
        )
      }}
    </ChartWithLegend>
  )
}

interface TopTableProps {
  field: string
  rows: readonly RankedRow[]
  /** CSS variable of the colour of each row. */
  colours: readonly string[]
  details: TopNResults['details']
  onPick: ((row: RankedRow) => void) | undefined
}

/** Values with count, share and, if the query has periods, their trend. */
function TopTable({ field, rows, colours, details, onPick }: TopTableProps) {
  const hasTrend = details !== undefined && details.length > 1
  return (
    <div className="widget-scroll">
      <table className="widget-table">
        <thead>
          <tr>
            <th scope="col">{fieldText(field)}</th>
            <th scope="col" className="right">
              {widgetTexts.count}
            </th>
            <th scope="col" className="right">
              {widgetTexts.share}
            </th>
            {hasTrend && <th scope="col">{widgetTexts.trend}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={`${row.rest}${row.name}`}>
              <th scope="row">
                {row.rest || onPick === undefined ? (
                  <span className="widget-table-name one-line">{row.label}</span>
                ) : (
                  <button
                    type="button"
                    className="widget-table-name one-line"
                    title={`${row.label}. ${widgetTexts.searchValue}`}
                    onClick={() => onPick(row)}
                  >
                    {row.label}
                  </button>
                )}
              </th>
              <td className="number right">{exactNumber(row.count)}</td>
              <td className="number right soft">{shareText(row.share)}</td>
              {hasTrend && (
                <td>
                  {!row.rest && (
                    <Sparkline
                      values={details.map(period => period.total_values[index]?.count ?? 0)}
                      colour={colours[index] ?? '--series-rest'}
                    />
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
