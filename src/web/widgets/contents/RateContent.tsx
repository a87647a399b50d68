import { useMemo } from 'react'
import { endedPeriods } from '../../../charts/ended-periods.ts'
import { exactNumber, rateNumber, shortNumber } from '../../../charts/number-text.ts'
import { type PeriodStatistic, periodFigures, periodStatistics } from '../../../charts/period-figures.ts'
import { isRunning } from '../../api/queries.ts'
import { useNow } from '../../components/use-now.ts'
import { BarsOverTime } from '../../graphics/BarsOverTime.tsx'
import { Gauge } from '../../graphics/Gauge.tsx'
import { LinesOverTime } from '../../graphics/LinesOverTime.tsx'
import { widgetTexts } from '../../texts/dashboards/widgets.ts'
import { BigNumber, minExactWidthPx } from './BigNumber.tsx'
import type { ContentProps } from './content-props.ts'
import { Figures } from './Figures.tsx'
import { rateColour } from './rate-colour.ts'
import { shownStatistics } from './shown-statistics.ts'
import { thresholdLevel } from './thresholds.ts'

/** In a lower widget, the chart has no figures above it. */
const minHeightForFiguresPx = 110
/** Height of the figures (`.widget-figures` in widget-views.css). */
const figuresHeightPx = 50
const minChartHeightPx = 60

/** Events over time: bars, a line, gauges, or one number. */
export function RateContent({ title, view, config, answer, size, zone, links }: ContentProps<'EventRate'>) {
  // Results may be newer than the clock, which ticks slowly.
  const now = Math.max(useNow(5), answer.base_time)
  const { totals, details } = answer.results
  const { unit, values } = useMemo(
    () => periodFigures({ details }, answer.base_time),
    [details, answer.base_time],
  )
  const statistics = shownStatistics(config)
  const colour = rateColour(config.filter)
  const series = useMemo(() => [{ label: title, colour }], [title, colour])
  const stacks = useMemo(() => details.map(period => ({ ...period, counts: [period.count] })), [details])
  const samples = useMemo(
    () => endedPeriods(details, answer.base_time).map(period => ({ ...period, values: [period.count] })),
    [details, answer.base_time],
  )
  const textOf = (name: PeriodStatistic) =>
    values[name] === undefined ? '–' : `${rateNumber(values[name])}${widgetTexts.units[unit]}`

  const into = links.into
  const openAll = into && (() => into({}))

  if (view === 'badge') {
    const [only, ...others] = statistics ?? []
    return only !== undefined && others.length === 0 ? (
      <BigNumber
        size={size}
        text={textOf(only)}
        note={widgetTexts.statistics[only]}
        level={thresholdLevel(config, values[only])}
        trend={details}
        colour={colour}
        onPick={openAll}
      />
    ) : (
      <BigNumber
        size={size}
        text={size.width < minExactWidthPx ? shortNumber(totals.sum) : exactNumber(totals.sum)}
        note={widgetTexts.occurrences(totals.sum)}
        level={thresholdLevel(config, totals.sum)}
        trend={details}
        colour={colour}
        onPick={openAll}
      />
    )
  }
  if (view === 'gauge') {
    const max = values.max ?? 0
    const drawn = statistics && statistics.length > 0 ? statistics : periodStatistics.slice(0, 2)
    return (
      <div className="gauges row">
        {drawn.map(name => (
          <Gauge
            key={name}
            label={widgetTexts.statistics[name]}
            share={max > 0 ? (values[name] ?? 0) / max : 0}
            text={textOf(name)}
            note={name === 'max' ? undefined : widgetTexts.gaugeOf(textOf('max'))}
            colour={colour}
            onPick={openAll}
            hint={widgetTexts.searchValue}
          />
        ))}
      </div>
    )
  }
  const names = statistics ?? (['last', 'avg', 'max'] as const)
  const withFigures = names.length > 0 && size.height >= minHeightForFiguresPx
  const height = Math.max(minChartHeightPx, size.height - (withFigures ? figuresHeightPx : 0))
  return (
    <>
      {withFigures && (
        <Figures
          figures={names.map((name, index) => ({
            name: widgetTexts.statistics[name],
            text: values[name] === undefined ? '–' : rateNumber(values[name]),
            unit: widgetTexts.units[unit],
            isStrong: index === 0,
          }))}
        />
      )}
      {totals.sum === 0 && !isRunning(answer) ? (
        <p className="rate-none">{widgetTexts.noEvents}</p>
      ) : view === 'line' ? (
        <LinesOverTime
          samples={samples}
          series={series}
          width={size.width}
          height={height}
          zone={zone}
          now={now}
          label={title}
          isFilled
          onPick={links.intoPeriod}
        />
      ) : (
        <BarsOverTime
          stacks={stacks}
          series={series}
          height={height}
          zone={zone}
          now={now}
          label={title}
          level={totals.avg ?? undefined}
          onPick={links.intoPeriod}
        />
      )}
    </>
  )
}
