import { useMemo } from 'react'
import type { Sample } from '../../charts/areas.ts'
import { lineAt, lineChart, pointAt } from '../../charts/lines.ts'
import { exactNumber, shortNumber } from '../../charts/number-text.ts'
import { graphicsTexts } from '../texts/dashboards/graphics.ts'
import { BarTooltip, type Series } from './BarTooltip.tsx'
import { TimeAxes } from './TimeAxes.tsx'
import { TimeSurface } from './TimeSurface.tsx'

interface Props {
  samples: readonly Sample[]
  series: readonly Series[]
  width: number
  height: number
  zone: string
  now: number
  label: string
  isSmooth?: boolean
  /** Fills the area under each line. */
  isFilled?: boolean
  /** Formats a value with its unit; without it values are occurrences. */
  text?: ((value: number) => string) | undefined
  base?: 1000 | 1024
  /** The time range of a click or a drag, end exclusive, and the series that was clicked. */
  onPick?: ((from: number, to: number, series?: number) => void) | undefined
}

/** Values over time, one line for each series. */
export function LinesOverTime(props: Props) {
  const { samples, series, width, height, zone, now, label, text, onPick } = props
  const { isSmooth = false, isFilled = false } = props
  // Counts have whole-number marks.
  const base = text ? (props.base ?? 1000) : undefined
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
  const bandOf = (index: number) => ({ x: (chart.xs[index] ?? 0) - 0.5, width: 1 })
  return (
    <TimeSurface
      periods={samples}
      width={width}
      height={height}
      zone={zone}
      label={onPick ? graphicsTexts.zoomable(label) : graphicsTexts.fixed(label)}
      indexAt={x => pointAt(chart.xs, x)}
      bandOf={bandOf}
      base={chart.base}
      valueText={index => valuesText(samples[index], series, text ?? exactNumber)}
      onPick={
        onPick &&
        ((from, to, at) => onPick(from, to, at && lineAt(chart, samples[at.index]?.values ?? [], at.y)))
      }
      tooltip={(_, index) => {
        const sample = samples[index]
        return (
          sample && (
            <BarTooltip
              period={{ ...sample, counts: sample.values }}
              series={series}
              zone={zone}
              open={sample.ts_to > now}
              x={chart.xs[index] ?? 0}
              width={width}
              text={text}
            />
          )
        )
      }}
    >
      {marks}
    </TimeSurface>
  )
}

const maxSpoken = 5

/** The values of the first series in a period, as text. */
export function valuesText(
  sample: Sample | undefined,
  series: readonly Series[],
  text: (value: number) => string,
): string {
  return series
    .slice(0, maxSpoken)
    .map(({ label }, index) => `${label} ${text(sample?.values[index] ?? 0)}`)
    .join(', ')
}
