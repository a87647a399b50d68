import { useMemo } from 'react'
import { type AreaSeries, areaChart, bandAt } from '../../charts/areas.ts'
import { shortNumber } from '../../charts/number-text.ts'
import type { Series } from './BarTooltip.tsx'
import { type SampleChartProps, SampleSurface } from './SampleSurface.tsx'
import { countMargins, TimeAxes, unitMargins } from './TimeAxes.tsx'

interface Props extends SampleChartProps {
  series: readonly (Series & AreaSeries)[]
  /**
   * `top`: minimum value at the upper edge. `base`: 1024 for round numbers of KiB and MiB on the axis.
   * `from`: start of the time axis in Unix seconds, by default the first sample.
   */
  scale?: { top?: number; base?: 1000 | 1024; from?: number }
}

/** Values over time as stacked bands; the bands of the lower side are mirrored. */
export function AreasOverTime(props: Props) {
  const { samples, series, width, height, zone, scale, text } = props
  const margins = text ? unitMargins : countMargins
  const chart = useMemo(
    () => areaChart(samples, series, { width, height, ...margins }, zone, scale),
    [samples, series, width, height, margins, zone, scale],
  )
  const from = scale?.from ?? samples[0]?.ts_from ?? 0
  const to = samples.at(-1)?.ts_to ?? from + 1
  const xs = useMemo(() => {
    const plotWidth = Math.max(1, width - margins.right - margins.left)
    const pixelsPerSecond = plotWidth / Math.max(1, to - from)
    return samples.map(
      ({ ts_from, ts_to }) => margins.left + ((ts_from + ts_to) / 2 - from) * pixelsPerSecond,
    )
  }, [samples, width, margins, from, to])
  const shapes = useMemo(
    () => (
      <>
        <TimeAxes
          {...chart}
          x0={margins.left}
          x1={width - margins.right}
          height={height}
          text={text ?? shortNumber}
        />
        {chart.bands.map(({ series: index, area, edge }) => (
          <g key={index}>
            <path className="area" d={area} style={{ fill: `var(${series[index]?.colour})` }} />
            <path className="line" d={edge} style={{ stroke: `var(${series[index]?.colour})` }} />
          </g>
        ))}
      </>
    ),
    [chart, series, width, height, margins, text],
  )
  return (
    <SampleSurface
      {...props}
      xs={xs}
      base={height - margins.bottom}
      seriesAt={(values, y) => bandAt(chart, series, values, y)}
    >
      {shapes}
    </SampleSurface>
  )
}
