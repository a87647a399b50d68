import type { ReactNode } from 'react'
import type { Sample } from '../../charts/areas.ts'
import { pointAt } from '../../charts/lines.ts'
import { exactNumber } from '../../charts/number-text.ts'
import { graphicsTexts } from '../texts/dashboards/graphics.ts'
import { BarTooltip, type Series } from './BarTooltip.tsx'
import { TimeSurface } from './TimeSurface.tsx'

/** Properties that AreasOverTime and LinesOverTime share. */
export interface SampleChartProps {
  samples: readonly Sample[]
  series: readonly Series[]
  width: number
  height: number
  zone: string
  /** Unix seconds. */
  now: number
  label: string
  /** Formats a value with its unit, and NaN (a series without a value); without it values are occurrences. */
  text?: ((value: number) => string) | undefined
  /** The time range of a click or a drag, end exclusive, and the series that was clicked. */
  onPick?: ((from: number, to: number, series?: number) => void) | undefined
}

interface Props extends SampleChartProps {
  /** The middle of each sample, in pixels. */
  xs: readonly number[]
  /** Lower edge of the plot, in pixels. */
  bottom: number
  /** Index of the series that is drawn `y` pixels below the top of the chart, for a sample's values. */
  seriesAt: (values: readonly number[], y: number) => number | undefined
  children: ReactNode
}

/** The interactive part of a chart of samples: a tooltip for each sample, and the choice of a time range. */
export function SampleSurface(props: Props) {
  const { samples, series, xs, width, height, bottom, zone, now, label, text, seriesAt, onPick, children } =
    props
  return (
    <TimeSurface
      periods={samples}
      width={width}
      height={height}
      zone={zone}
      label={onPick ? graphicsTexts.zoomable(label) : graphicsTexts.fixed(label)}
      indexAt={x => pointAt(xs, x)}
      bandOf={index => ({ x: (xs[index] ?? 0) - 0.5, width: 1 })}
      bottom={bottom}
      valueText={index => valuesText(samples[index], series, text ?? exactNumber)}
      onPick={
        onPick && ((from, to, at) => onPick(from, to, at && seriesAt(samples[at.index]?.values ?? [], at.y)))
      }
      tooltip={(_, index) => {
        const sample = samples[index]
        return (
          sample && (
            <BarTooltip
              period={{ ...sample, counts: sample.values }}
              series={series}
              zone={zone}
              isOpen={sample.ts_to > now}
              x={xs[index] ?? 0}
              width={width}
              text={text}
            />
          )
        )
      }}
    >
      {children}
    </TimeSurface>
  )
}

/** Maximum series read by a screen reader. */
const maxSpoken = 5

/** The values of the first series in a period, as text. */
function valuesText(
  sample: Sample | undefined,
  series: readonly Series[],
  text: (value: number) => string,
): string {
  return series
    .slice(0, maxSpoken)
    .map(({ label }, index) => `${label} ${text(sample?.values[index] ?? 0)}`)
    .join(', ')
}
