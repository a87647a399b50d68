import { type Box, plotOf, rounded } from './box.ts'
import { roundingSlack, type Tick, tickCountOf, valueTicks } from './ticks.ts'
import { timeAxis } from './time-axis.ts'

/** A period with the value of each series; NaN where a series has none (lines only). */
export interface Sample {
  ts_from: number
  ts_to: number
  values: readonly number[]
}

/** A series of an area chart, drawn as a band. */
export interface AreaSeries {
  /** Whether its band is above or below the zero line. Bands are stacked away from that line. */
  side: 'above' | 'below'
}

/** A stacked area chart, ready to draw. */
export interface AreaChart {
  /** Two SVG paths for each series: its filled band, and the band's outer edge. */
  bands: { series: number; area: string; edge: string }[]
  /** Horizontal position of each sample: the middle of its period. */
  xs: number[]
  yTicks: { y: number; value: number }[]
  xTicks: (Tick & { x: number })[]
  /** Vertical position of the zero line. */
  zero: number
  /** Height of the value 1. */
  pixelsPerOne: number
}

/**
 * Lays out values over time as stacked bands, each value at the middle of its period. Bands of the side
 * `below` are mirrored under the zero line, at the same scale. `top`: the upper edge is at this value, such
 * as 100 per cent, or at a higher one that occurs. `base`: 1024 for round numbers of KiB and MiB on the axis.
 * `from` (Unix seconds): start of the time axis, by default the first sample.
 */
export function areaChart(
  samples: readonly Sample[],
  series: readonly AreaSeries[],
  box: Box,
  zone: string,
  scale: { top?: number; base?: 1000 | 1024; from?: number } = {},
): AreaChart {
  const plot = plotOf(box)
  const from = scale.from ?? samples[0]?.ts_from ?? 0
  const to = samples.at(-1)?.ts_to ?? from + 1
  const highest = (side: AreaSeries['side']) =>
    samples.reduce((max, sample) => Math.max(max, sumOf(sample, series, side)), 0)
  const above = Math.max(scale.top ?? 0, highest('above'))
  const below = highest('below')
  // Dividing by values near zero would make the scale infinite.
  const isFlat = above + below < 1e-9
  const range = isFlat ? 1 : above + below
  const zero = isFlat ? plot.y1 : plot.y0 + (plot.height * above) / range
  const { xOf, ticks: xTicks } = timeAxis(from, to, plot, zone)
  const pixelsPerOne = plot.height / range
  // Height in pixels of the stack on each side so far, for each sample.
  const heights = { above: samples.map(() => 0), below: samples.map(() => 0) }

  const xs = samples.map(sample => xOf((sample.ts_from + sample.ts_to) / 2))
  // Before the first sample's position and after the last one, edges are level.
  const edgeXs = [xOf(samples[0]?.ts_from ?? from), ...xs, xOf(to)]
  /** Points of the outer edge of a stack on one side. `stack`: its height at each sample. */
  const edgePoints = (side: AreaSeries['side'], stack: readonly number[]) => {
    // A height for each of `edgeXs`.
    const levels = [stack[0] ?? 0, ...stack, stack.at(-1) ?? 0]
    return edgeXs.map((x, at) => {
      const height = levels[at] ?? 0
      return `${rounded(x)} ${rounded(side === 'above' ? zero - height : zero + height)}`
    })
  }

  const bands = series.map(({ side }, index) => {
    const inner = heights[side]
    const outer = inner.map((height, at) => {
      const value = samples[at]?.values[index] ?? 0
      return height + Math.max(0, value) * pixelsPerOne
    })
    heights[side] = outer
    const edge = `M${edgePoints(side, outer).join('L')}`
    const back = edgePoints(side, inner).reverse().join('L')
    return { series: index, edge, area: `${edge}L${back}Z` }
  })

  const ticks = valueTicks(isFlat ? 0 : Math.max(above, below), tickCountOf(plot.height), scale.base ?? 1000)
  const isWithin = (value: number, max: number) => value <= max * roundingSlack
  return {
    bands,
    xs,
    zero: rounded(zero),
    pixelsPerOne,
    yTicks: [
      ...ticks
        .filter(value => isWithin(value, above))
        .map(value => ({ value, y: rounded(zero - value * pixelsPerOne) })),
      ...ticks
        .filter(value => value > 0 && isWithin(value, below))
        .map(value => ({ value, y: rounded(zero + value * pixelsPerOne) })),
    ],
    xTicks,
  }
}

/** Index of the series whose band is at the vertical position `y` in a period with these values, if any. */
export function bandAt(
  { zero, pixelsPerOne }: Pick<AreaChart, 'zero' | 'pixelsPerOne'>,
  series: readonly AreaSeries[],
  values: readonly number[],
  y: number,
): number | undefined {
  const side = y <= zero ? 'above' : 'below'
  let remaining = Math.abs(zero - y)
  const found = series.findIndex((each, index) => {
    if (each.side !== side) return false
    const height = Math.max(0, values[index] ?? 0) * pixelsPerOne
    remaining -= height
    return height > 0 && remaining <= 0
  })
  return found === -1 ? undefined : found
}

/** The height of the stack on one side, as a value. */
function sumOf(sample: Sample, series: readonly AreaSeries[], side: AreaSeries['side']): number {
  let sum = 0
  for (const [at, value] of sample.values.entries()) {
    if (series[at]?.side === side) sum += Math.max(0, value)
  }
  return sum
}
