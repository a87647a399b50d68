import { type Box, plotOf, rounded } from './box.ts'
import { type Tick, valueTicks } from './ticks.ts'
import { timeAxis } from './time-axis.ts'

/** A period with the value of each series. */
export interface Sample {
  ts_from: number
  ts_to: number
  values: readonly number[]
}

export interface AreaSeries {
  /** Series of either side are stacked from the zero line outwards. */
  side: 'above' | 'below'
}

export interface AreaChart {
  /** SVG paths, one pair a series: the filled band, and its outer edge. */
  bands: { series: number; area: string; edge: string }[]
  yTicks: { y: number; value: number }[]
  xTicks: (Tick & { x: number })[]
  /** Position of zero. */
  zero: number
  /** Pixels for each 1 of a value. */
  unit: number
}

/**
 * Values over time as stacked bands, with the bands of `below` mirrored under the zero line at the same
 * scale. A value holds for its whole period and is drawn at its middle. `top` is the minimum value of the
 * upper edge, such as 100 per cent. `base` 1024 puts the marks at round numbers of KiB and MiB. The time axis
 * begins at `from` (Unix seconds), by default with the first sample.
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
    samples.reduce((most, sample) => Math.max(most, sumOf(sample, series, side)), 0)
  const above = Math.max(scale.top ?? 0, highest('above'))
  const below = highest('below')
  // Values near zero would make the scale infinite.
  const flat = above + below < 1e-9
  const whole = flat ? 1 : above + below
  const zero = flat ? plot.y1 : plot.y0 + (plot.height * above) / whole
  const { xOf, ticks: xTicks } = timeAxis(from, to, plot, zone)
  const unit = plot.height / whole
  const heights = { above: samples.map(() => 0), below: samples.map(() => 0) }

  const bands = series.map(({ side }, index) => {
    const sign = side === 'above' ? -1 : 1
    const inner = heights[side].map(height => zero + sign * height)
    heights[side] = heights[side].map(
      (height, at) => height + Math.max(0, samples[at]?.values[index] ?? 0) * unit,
    )
    const outer = heights[side].map(height => zero + sign * height)
    const points = (ys: readonly number[]) => {
      const middles = ys.map((y, at): [number, number] => {
        const sample = samples[at]
        return [sample ? xOf((sample.ts_from + sample.ts_to) / 2) : plot.x0, y]
      })
      // The outermost periods keep their height to their ends.
      const [first, last] = [ys[0] ?? zero, ys.at(-1) ?? zero]
      return [[xOf(samples[0]?.ts_from ?? from), first], ...middles, [xOf(to), last]].map(
        ([x = 0, y = 0]) => `${rounded(x)} ${rounded(y)}`,
      )
    }
    const edge = `M${points(outer).join('L')}`
    return { series: index, edge, area: `${edge}L${points(inner).reverse().join('L')}Z` }
  })

  // With fewer than three marks the first may lie above the highest value.
  const wanted = Math.max(3, Math.floor(plot.height / 44))
  const ticks = valueTicks(flat ? 0 : Math.max(above, below), wanted, scale.base ?? 1000)
  return {
    bands,
    zero: rounded(zero),
    unit,
    yTicks: [
      ...ticks
        .filter(value => value <= above * 1.0001)
        .map(value => ({ value, y: rounded(zero - value * unit) })),
      ...ticks
        .filter(value => value > 0 && value <= below * 1.0001)
        .map(value => ({ value, y: rounded(zero + value * unit) })),
    ],
    xTicks,
  }
}

/** The series whose band is at a height of a period with these values; undefined outside of all. */
export function bandAt(
  { zero, unit }: Pick<AreaChart, 'zero' | 'unit'>,
  series: readonly AreaSeries[],
  values: readonly number[],
  y: number,
): number | undefined {
  const side = y <= zero ? 'above' : 'below'
  let left = Math.abs(zero - y)
  const found = series.findIndex((each, index) => {
    if (each.side !== side) return false
    const height = Math.max(0, values[index] ?? 0) * unit
    left -= height
    return height > 0 && left <= 0
  })
  return found === -1 ? undefined : found
}

function sumOf(sample: Sample, series: readonly AreaSeries[], side: AreaSeries['side']): number {
  return sample.values.reduce(
    (sum, value, at) => (series[at]?.side === side ? sum + Math.max(0, value) : sum),
    0,
  )
}
