import { useMemo } from 'react'
import { lineAt, lineChart } from '../../charts/lines.ts'
import { shortNumber } from '../../charts/number-text.ts'
import { type SampleChartProps, SampleSurface } from './SampleSurface.tsx'
import { countMargins, TimeAxes, unitMargins } from './TimeAxes.tsx'

interface Props extends SampleChartProps {
  isSmooth?: boolean
  /** Fills the area under each line. */
  isFilled?: boolean
  /** 1024 for round numbers of KiB and MiB on the axis. */
  base?: 1000 | 1024
}

/** Values over time, one line for each series. */
export function LinesOverTime(props: Props) {
  const { samples, series, width, height, zone, text, isSmooth = false, isFilled = false } = props
  // Without `text` the values are counts, and the axis has only whole numbers.
  const base = text ? (props.base ?? 1000) : undefined
  const margins = text ? unitMargins : countMargins
  const chart = useMemo(
    () => lineChart(samples, { width, height, ...margins }, zone, { isSmooth, base }),
    [samples, width, height, margins, zone, isSmooth, base],
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
        {chart.lines.map(({ series: index, line, area }) => (
          <g key={index}>
            {isFilled && (
              <path
                className={series.length > 1 ? 'area light' : 'area'}
                d={area}
                style={{ fill: `var(${series[index]?.colour})` }}
              />
            )}
            <path className="line" d={line} style={{ stroke: `var(${series[index]?.colour})` }} />
          </g>
        ))}
      </>
    ),
    [chart, series, width, height, margins, text, isFilled],
  )
  return (
    <SampleSurface
      {...props}
      xs={chart.xs}
      bottom={chart.bottom}
      seriesAt={(values, y) => lineAt(chart, values, y)}
    >
      {shapes}
    </SampleSurface>
  )
}
