import { useMemo } from 'react'
import { type AreaSeries, areaChart, bandAt } from '../../charts/areas.ts'
import { shortNumber } from '../../charts/number-text.ts'
import type { Series } from './BarTooltip.tsx'
import { type SampleChartProps, SampleSurface } from './SampleSurface.tsx'
import { TimeAxes } from './TimeAxes.tsx'

interface Props extends SampleChartProps {
  series: readonly (Series & AreaSeries)[]
  /** As the parameter of `areaChart`. */
  scale?: { top?: number; base?: 1000 | 1024; from?: number }
}

/** Values over time as stacked bands; the bands of the lower side are mirrored. */
export function AreasOverTime(props: Props) {
  const { samples, series, width, height, zone, scale, text } = props
  // Values with a unit need more room beside the axis.
  const left = text ? 58 : 36
  const chart = useMemo(
    () => areaChart(samples, series, { width, height, top: 6, right: 2, bottom: 20, left }, zone, scale),
    [samples, series, width, height, left, zone, scale],
  )
  const from = scale?.from ?? samples[0]?.ts_from ?? 0
  const to = samples.at(-1)?.ts_to ?? from + 1
  const xs = useMemo(() => {
    const plotWidth = Math.max(1, width - 2 - left)
    return samples.map(
      ({ ts_from, ts_to }) => left + (((ts_from + ts_to) / 2 - from) / Math.max(1, to - from)) * plotWidth,
    )
  }, [samples, width, left, from, to])
  const marks = useMemo(
    () => (
      <>
        <TimeAxes {...chart} x0={left} x1={width - 2} height={height} text={text ?? shortNumber} />
        {chart.bands.map(({ series: index, area, edge }) => (
          <g key={index}>
            <path className="area" d={area} style={{ fill: `var(${series[index]?.colour})` }} />
            <path className="line" d={edge} style={{ stroke: `var(${series[index]?.colour})` }} />
          </g>
        ))}
      </>
    ),
    [chart, series, width, height, left, text],
  )
  return (
    <SampleSurface
      {...props}
      xs={xs}
      base={height - 20}
      seriesAt={(values, y) => bandAt(chart, series, values, y)}
    >
      {marks}
    </SampleSurface>
  )
}
