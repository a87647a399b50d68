import type { Sample } from './areas.ts'
import { type Box, plotOf, rounded } from './box.ts'
import { countTicks, roundingSlack, type Tick, tickCountOf, valueTicks } from './ticks.ts'
import { timeAxis } from './time-axis.ts'

/** A line chart, ready to draw. */
export interface LineChart {
  /** SVG paths of each series: the line, and the area under it. */
  lines: { series: number; line: string; area: string }[]
  /** Middles of the periods, where the points are. */
  xs: number[]
  yOf: (value: number) => number
  yTicks: { y: number; value: number }[]
  xTicks: (Tick & { x: number })[]
  /** Vertical position of the lower edge: of zero, or of the lowest value if that is negative. */
  bottom: number
}

/**
 * Lays out values over time as lines. `isSmooth`: draws curves that stay between the values of their two
 * points. `base`: 1024 for round numbers of KiB and MiB on the axis, 1000 for any other values; without it,
 * values are counts, and the axis has whole numbers.
 */
export function lineChart(
  samples: readonly Sample[],
  box: Box,
  zone: string,
  { isSmooth = false, base }: { isSmooth?: boolean; base?: 1000 | 1024 | undefined } = {},
): LineChart {
  const plot = plotOf(box)
  const from = samples[0]?.ts_from ?? 0
  const to = samples.at(-1)?.ts_to ?? from + 1
  const seriesCount = samples[0]?.values.length ?? 0
  const known = samples.flatMap(({ values }) => values.filter(value => !Number.isNaN(value)))
  const highest = known.reduce((max, value) => Math.max(max, value), 0)
  const lowest = known.reduce((min, value) => Math.min(min, value), 0)
  // Dividing by a difference near zero would make the scale infinite.
  const top = highest - lowest < 1e-9 ? lowest + 1 : highest
  const { xOf, ticks: xTicks } = timeAxis(from, to, plot, zone)
  const yOf = (value: number) => rounded(plot.y1 - ((value - lowest) / (top - lowest)) * plot.height)
  const xs = samples.map(sample => rounded(xOf((sample.ts_from + sample.ts_to) / 2)))
  const tickCount = tickCountOf(plot.height)
  const values = (
    base === undefined ? countTicks(highest, tickCount) : valueTicks(highest, tickCount, base)
  ).filter(value => value <= highest * roundingSlack)
  const lines = Array.from({ length: seriesCount }, (_, series) => {
    const ys = samples.map(sample => yOf(sample.values[series] ?? 0))
    const parts = unbrokenParts(ys).map(([first, end]) => {
      const [partXs, partYs] = [xs.slice(first, end), ys.slice(first, end)]
      const line = isSmooth ? monotonePath(partXs, partYs) : straightPath(partXs, partYs)
      return { line, area: `${line}L${partXs.at(-1)} ${yOf(0)}L${partXs[0]} ${yOf(0)}Z` }
    })
    return {
      series,
      line: parts.map(({ line }) => line).join(''),
      area: parts.map(({ area }) => area).join(''),
    }
  })
  return { lines, xs, yOf, yTicks: values.map(value => ({ value, y: yOf(value) })), xTicks, bottom: plot.y1 }
}

/** First index and end (exclusive) of each run of points that have a value. */
function unbrokenParts(ys: readonly number[]): [first: number, end: number][] {
  const parts: [number, number][] = []
  for (const [index, y] of ys.entries()) {
    if (Number.isNaN(y)) continue
    const part = parts.at(-1)
    if (part?.[1] === index) part[1] = index + 1
    else parts.push([index, index + 1])
  }
  return parts
}

/** A click selects a line within this distance, in pixels. */
const maxClickDistance = 8

/**
 * Index of the series whose line is nearest to vertical position `y` in a period with these values; undefined
 * if every line is too far away.
 */
export function lineAt(
  { yOf }: Pick<LineChart, 'yOf'>,
  values: readonly number[],
  y: number,
): number | undefined {
  const distances = values.map(value => (Number.isNaN(value) ? Infinity : Math.abs(yOf(value) - y)))
  const least = Math.min(...distances)
  return least <= maxClickDistance ? distances.indexOf(least) : undefined
}

/** Index of the point nearest to a horizontal pixel position; -1 without points. */
export function pointAt(xs: readonly number[], x: number): number {
  let nearest = -1
  for (const [index, at] of xs.entries()) {
    if (nearest === -1 || Math.abs(at - x) < Math.abs((xs[nearest] ?? 0) - x)) nearest = index
  }
  return nearest
}

function straightPath(xs: readonly number[], ys: readonly number[]): string {
  if (xs.length === 0) return ''
  // A single point is a short line, so that it is visible.
  if (xs.length === 1) return `M${rounded((xs[0] ?? 0) - 2)} ${ys[0]}L${rounded((xs[0] ?? 0) + 2)} ${ys[0]}`
  return `M${xs.map((x, index) => `${x} ${ys[index]}`).join('L')}`
}

/** Cubic curves through the points, without overshoot (Fritsch and Carlson, 1980). */
function monotonePath(xs: readonly number[], ys: readonly number[]): string {
  if (xs.length < 3) return straightPath(xs, ys)
  const at = (list: readonly number[], index: number) => list[index] ?? 0
  const slopes = xs.slice(1).map((x, i) => (at(ys, i + 1) - at(ys, i)) / Math.max(1e-9, x - at(xs, i)))
  const tangents = xs.map((_, i) => {
    if (i === 0) return at(slopes, 0)
    if (i === xs.length - 1) return at(slopes, i - 1)
    const [before, after] = [at(slopes, i - 1), at(slopes, i)]
    if (before * after <= 0) return 0
    // The harmonic mean keeps the curve between its points.
    return (2 * before * after) / (before + after)
  })
  let path = `M${xs[0]} ${ys[0]}`
  for (let i = 0; i < xs.length - 1; i++) {
    const third = (at(xs, i + 1) - at(xs, i)) / 3
    const first = `${rounded(at(xs, i) + third)} ${rounded(at(ys, i) + at(tangents, i) * third)}`
    const second = `${rounded(at(xs, i + 1) - third)} ${rounded(at(ys, i + 1) - at(tangents, i + 1) * third)}`
    path += `C${first} ${second} ${xs[i + 1]} ${ys[i + 1]}`
  }
  return path
}
