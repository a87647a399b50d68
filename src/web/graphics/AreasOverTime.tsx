import { useMemo } from 'react'
import { type AreaSeries, areaChart, bandAt, type Sample } from '../../charts/areas.ts'
import { pointAt } from '../../charts/lines.ts'
import { exactNumber, shortNumber } from '../../charts/number-text.ts'
import { graphicsTexts } from '../texts/dashboards/graphics.ts'
import { BarTooltip, type Series } from './BarTooltip.tsx'
import { valuesText } from './LinesOverTime.tsx'
import { TimeAxes } from './TimeAxes.tsx'
import { TimeSurface } from './TimeSurface.tsx'

interface Props {
  samples: readonly Sample[]
  series: readonly (Series & AreaSeries)[]
  width: number
  height: number
  zone: string
  now: number
  label: string
  scale?: { top?: number; base?: 1000 | 1024; from?: number }
  /** Formats a value with its unit; without it values are occurrences. */
  text?: ((value: number) => string) | undefined
  /** The time range of a click or a drag, end exclusive, and the series whose band was clicked. */
  onPick?: ((from: number, to: number, series?: number) => void) | undefined
}

/** Values over time as stacked bands; the bands of the lower side are mirrored. */
export function AreasOverTime(props: Props) {
  const { samples, series, width, height, zone, now, label, scale, text, onPick } = props
  const left = text ? 58 : 36
  const chart = useMemo(
    () => areaChart(samples, series, { width, height, top: 6, right: 2, bottom: 20, left }, zone, scale),
    [samples, series, width, height, left, zone, scale],
  )
  const from = scale?.from ?? samples[0]?.ts_from ?? 0
  const to = samples.at(-1)?.ts_to ?? from + 1
  const xs = useMemo(() => {
    const room = Math.max(1, width - 2 - left)
    return samples.map(
      ({ ts_from, ts_to }) => left + (((ts_from + ts_to) / 2 - from) / Math.max(1, to - from)) * room,
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
    <TimeSurface
      periods={samples}
      width={width}
      height={height}
      zone={zone}
      label={onPick ? graphicsTexts.zoomable(label) : graphicsTexts.fixed(label)}
      indexAt={x => pointAt(xs, x)}
      bandOf={index => ({ x: (xs[index] ?? 0) - 0.5, width: 1 })}
      base={height - 20}
      valueText={index => valuesText(samples[index], series, text ?? exactNumber)}
      onPick={
        onPick &&
        ((from, to, at) =>
          onPick(from, to, at && bandAt(chart, series, samples[at.index]?.values ?? [], at.y)))
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
              x={xs[index] ?? 0}
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
