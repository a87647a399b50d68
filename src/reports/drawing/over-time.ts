import { type AreaSeries, areaChart, type Sample } from '../../charts/areas.ts'
import { barChart, type Stack } from '../../charts/bars.ts'
import { lineChart } from '../../charts/lines.ts'
import { shortNumber } from '../../charts/number-text.ts'
import type { Tick } from '../../charts/ticks.ts'
import { type Chart, type ChartSize, legend } from './chart.ts'
import { horizontalLine, type Shape, text } from './drawing.ts'
import { palette } from './palette.ts'

export interface LabelledSeries {
  label: string
  colour: string
}

/** Size, zone and current time of a chart over time. `height` excludes the legend. */
export interface PlotFrame extends ChartSize {
  /** Unix seconds: the period that contains it is incomplete. */
  now: number
}

const margins = { top: 8, right: 2, bottom: 20, left: 44 }

/** Stacked bars as on the page, with a line at `level`. */
export function barsOverTime(
  stacks: readonly Stack[],
  series: readonly LabelledSeries[],
  frame: PlotFrame,
  level?: number,
): Chart {
  const { width, height } = frame
  const chart = barChart(stacks, { width, height, ...margins }, frame.now, frame.zone)
  const shapes = axes(chart, frame, shortNumber)
  for (const bar of chart.bars) {
    for (const part of bar.segments) {
      const { y, height } = part
      const fill = series[part.series]?.colour ?? palette.bar
      const opacity = bar.isOpen ? { opacity: 0.62 } : {}
      shapes.push({ kind: 'rect', x: bar.x, y, width: bar.width, height, fill, ...opacity })
    }
  }
  if (level !== undefined && level > 0) {
    const y = Math.round(chart.yOf(level)) + 0.5
    shapes.push({ ...horizontalLine(margins.left, width - margins.right, y, palette.inkFaint), dash: [5, 4] })
  }
  return withLegend(shapes, series, frame)
}

/**
 * Stacked bands. Bands of the side `below` are mirrored below the zero line. `scale`: as of `areaChart`, with
 * the `text` of a value on the axis.
 */
export function bandsOverTime(
  samples: readonly Sample[],
  series: readonly (LabelledSeries & AreaSeries)[],
  frame: PlotFrame,
  scale: { top?: number; base?: 1000 | 1024; from?: number; text: (value: number) => string },
): Chart {
  const { width, height } = frame
  const chart = areaChart(samples, series, { width, height, ...margins }, frame.zone, scale)
  const shapes = axes(chart, frame, scale.text)
  for (const band of chart.bands) {
    const colour = series[band.series]?.colour ?? palette.bar
    shapes.push({ kind: 'path', path: band.area, x: 0, y: 0, fill: colour, opacity: 0.42 })
    shapes.push({ kind: 'path', path: band.edge, x: 0, y: 0, stroke: colour, width: 1.2 })
  }
  shapes.push(horizontalLine(margins.left, width - margins.right, chart.zero, palette.rest))
  return withLegend(shapes, series, frame)
}

/** A line for each series, without points where a sample has NaN. */
export function linesOverTime(
  samples: readonly Sample[],
  series: readonly LabelledSeries[],
  frame: PlotFrame,
): Chart {
  const { width, height } = frame
  const chart = lineChart(samples, { width, height, ...margins }, frame.zone)
  const lines = chart.lines.map(({ series: index, line }): Shape => {
    const stroke = series[index]?.colour ?? palette.bar
    return { kind: 'path', path: line, x: 0, y: 0, stroke, width: 1.4 }
  })
  return withLegend([...axes(chart, frame, shortNumber), ...lines], series, frame)
}

function withLegend(shapes: Shape[], series: readonly LabelledSeries[], frame: PlotFrame) {
  if (series.length < 2) return { shapes, height: frame.height }
  const key = legend(series, 0, frame.height + 6, frame.width)
  return { shapes: [...shapes, ...key.shapes], height: frame.height + 6 + key.height }
}

/** Grid lines, and the labels of both axes. */
function axes(
  chart: { yTicks: readonly { y: number; value: number }[]; xTicks: readonly (Tick & { x: number })[] },
  { width, height }: PlotFrame,
  tickText: (value: number) => string,
): Shape[] {
  const label = { size: 10.5, colour: palette.inkFaint, maxWidth: 100 } as const
  return [
    ...chart.yTicks.flatMap(tick => [
      horizontalLine(margins.left, width - margins.right, tick.y + 0.5, palette.line),
      text(margins.left - 6, tick.y + 4, tickText(tick.value), { ...label, anchor: 'end' }),
    ]),
    ...chart.xTicks.map(tick => text(tick.x, height - 4, tick.label, { ...label, anchor: 'middle' })),
  ]
}
