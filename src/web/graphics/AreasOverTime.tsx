import { useMemo } from 'react'
import { type AreaSeries, areaChart, bandAt } from '../../charts/areas.ts'
import { shortNumber } from '../../charts/number-text.ts'
import type { Series } from './BarTooltip.tsx'
import { type SampleChartProps, SampleSurface } from './SampleSurface.tsx'
import { countMargins, TimeAxes, unitMargins } from './TimeAxes.tsx'

interface Props extends SampleChartProps {
  series: readonly (Series & AreaSeries)[]
  /** As for `areaChart`. */
  scale?: { top?: number; base?: 1000 | 1024; from?: number }
}

/** Values over time as stacked bands; bands of the side `below` are mirrored under the zero line. */
export function AreasOverTime(props: Props) {
  const { samples, series, width, height, zone, scale, text } = props
  const margins = text ? unitMargins : countMargins
  const chart = useMemo(
    () => areaChart(samples, series, { width, height, ...margins }, zone, scale),
    [samples, series, width, height, margins, zone, scale],
  )
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
      xs={chart.xs}
      bottom={height - margins.bottom}
      seriesAt={(values, y) => bandAt(chart, series, values, y)}
    >
      {shapes}
    </SampleSurface>
  )
}
