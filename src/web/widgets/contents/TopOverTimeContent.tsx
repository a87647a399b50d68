import { useMemo } from 'react'
import { shortNumber } from '../../../charts/number-text.ts'
import { topOverTime } from '../../../charts/top-over-time.ts'
import { useNow } from '../../components/use-now.ts'
import { AreasOverTime } from '../../graphics/AreasOverTime.tsx'
import { BarsOverTime } from '../../graphics/BarsOverTime.tsx'
import { valueColours } from '../../graphics/colours.ts'
import { LinesOverTime } from '../../graphics/LinesOverTime.tsx'
import { widgetTexts } from '../../texts/dashboards/widgets.ts'
import { ChartWithLegend } from './ChartWithLegend.tsx'
import type { ContentProps } from './content-props.ts'
import { endedPeriods } from './ended-periods.ts'
import { shortLabel } from './short-label.ts'

/** Maximum number of series that can be told apart. */
const maxSeries = 12

interface Props extends ContentProps<'TopN'> {
  field: string
  withRest: boolean
}

/** The most frequent values over time: stacked bars, bands, or lines. */
export function TopOverTimeContent({ title, view, answer, size, zone, drill, field, withRest }: Props) {
  // Results may be newer than the clock, which ticks slowly.
  const now = Math.max(useNow(5), answer.base_time)
  const { totals, details } = answer.results
  const { series, stacks } = useMemo(() => {
    const many = totals.values.length > maxSeries
    const values = many ? totals.values.slice(0, maxSeries) : totals.values
    return topOverTime(
      field,
      { totals: { ...totals, values }, ...(details ? { details } : {}) },
      withRest || many,
    )
  }, [totals, details, field, withRest])
  const named = useMemo(() => {
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
  const into = drill.into
  const onPick =
    into &&
    ((ts_from: number, ts_to: number, index?: number) => {
      const picked = index === undefined ? undefined : series[index]
      into({ period: { ts_from, ts_to }, ...(picked && !picked.rest && { field, value: picked.name }) })
    })
  const items = series.map((item, index) => ({
    label: shortLabel(item.label),
    colour: named[index]?.colour ?? '--series-rest',
    text: shortNumber(item.count),
    onPick: item.rest || !into ? undefined : () => into({ field, value: item.name }),
  }))
  return (
    <ChartWithLegend items={items} hint={widgetTexts.searchValue} size={size}>
      {({ width, height }) => {
        const common = { series: named, height, zone, now, label: title, onPick }
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
