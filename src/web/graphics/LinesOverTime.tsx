import { useMemo } from 'react'
import { lineAt, lineChart } from '../../charts/lines.ts'
import { shortNumber } from '../../charts/number-text.ts'
import { type SampleChartProps, SampleSurface } from './SampleSurface.tsx'
import { TimeAxes } from './TimeAxes.tsx'

interface Props extends SampleChartProps {
  isSmooth?: boolean
  /** Fills the area under each line. */
  isFilled?: boolean
  base?: 1000 | 1024
}

/** Values over time, one line for each series. */
export function LinesOverTime(props: Props) {
  const { samples, series, width, height, zone, text, isSmooth = false, isFilled = false } = props
  // Without `text` the values are counts, and the axis has only whole numbers.
  const base = text ? (props.base ?? 1000) : undefined
  // Values with a unit need more room beside the axis.
  const left = text ? 58 : 36
  const chart = useMemo(
    () => lineChart(samples, { width, height, top: 6, right: 2, bottom: 20, left }, zone, { isSmooth, base }),
    [samples, width, height, left, zone, isSmooth, base],
  )
  const marks = useMemo(
    () => (
      <>
        <TimeAxes {...chart} x0={left} x1={width - 2} height={height} text={text ?? shortNumber} />
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
    [chart, series, width, height, left, text, isFilled],
  )
  return (
    <SampleSurface
      {...props}
      xs={chart.xs}
      base={chart.bottom}
      seriesAt={(values, y) => lineAt(chart, values, y)}
    >
      {marks}
    </SampleSurface>
  )
}
