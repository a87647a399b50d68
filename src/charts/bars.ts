import { type Box, plotOf } from './box.ts'
import { countTicks, type Tick, tickCountOf } from './ticks.ts'
import { timeAxis } from './time-axis.ts'

/** A period with the count of each series, from the bottom of its bar to the top. */
export interface Stack {
  ts_from: number
  ts_to: number
  counts: readonly number[]
}

/** The part of a bar for one series. `y` is its upper edge. */
interface Segment {
  series: number
  y: number
  height: number
}

interface Bar {
  x: number
  width: number
  segments: Segment[]
  total: number
  /** True for the period that contains `now`: its count may still grow. */
  isOpen: boolean
}

/** A chart of stacked bars, ready to draw. */
export interface BarChart {
  bars: Bar[]
  yTicks: { y: number; value: number }[]
  xTicks: (Tick & { x: number })[]
  /** Vertical position of a count. */
  yOf: (count: number) => number
  /** Vertical position of the zero line. */
  zero: number
  /** SVG path of `before`: a level line over each bar; '' without one. */
  beforeLine: string
}

/**
 * Lays out counts over time as stacked bars. Bars are on whole pixels, with a gap of one pixel if there is
 * room. Any count above zero is at least one pixel high, so that one event among millions is visible. `now`:
 * Unix seconds. `before`: another count for each period, such as of the day before, drawn as a line;
 * undefined where there is none. The tallest stack or the highest count of `before` defines the scale.
 */
export function barChart(
  stacks: readonly Stack[],
  box: Box,
  now: number,
  zone: string,
  before: readonly (number | undefined)[] = [],
): BarChart {
  const plot = plotOf(box)
  const from = stacks[0]?.ts_from ?? 0
  const to = stacks.at(-1)?.ts_to ?? from + 1
  const totals = stacks.map(stack => stack.counts.reduce((sum, count) => sum + count, 0))
  const highest = Math.max(0, ...totals, ...before.map(count => count ?? 0))
  const tickCounts = countTicks(highest, tickCountOf(plot.height)).filter(count => count <= highest)
  const { xOf, ticks: xTicks } = timeAxis(from, to, plot, zone)
  const pixelsPerOne = plot.height / Math.max(1, highest)
  const yOf = (count: number) => plot.y1 - count * pixelsPerOne

  const bars = stacks.map((stack, index): Bar => {
    const x = Math.round(xOf(stack.ts_from))
    const room = Math.round(xOf(stack.ts_to)) - x
    return {
      x,
      width: Math.max(1, room >= 4 ? room - 1 : room),
      segments: segmentsOf(stack.counts, plot.y1, pixelsPerOne),
      total: totals[index] ?? 0,
      isOpen: stack.ts_to > now && stack.ts_from <= now,
    }
  })
  return {
    bars,
    yTicks: tickCounts.map(value => ({ value, y: Math.round(yOf(value)) })),
    xTicks,
    yOf,
    zero: plot.y1,
    beforeLine: stepPath(
      before,
      stacks,
      period => [Math.round(xOf(period.ts_from)), Math.round(xOf(period.ts_to))],
      yOf,
    ),
  }
}

/** SVG path of a line in steps: level over each period, broken where a period has no count. */
function stepPath(
  counts: readonly (number | undefined)[],
  stacks: readonly Stack[],
  edges: (stack: Stack) => readonly [left: number, right: number],
  yOf: (count: number) => number,
): string {
  let path = ''
  let isDrawing = false
  for (const [index, stack] of stacks.entries()) {
    const count = counts[index]
    if (count === undefined) {
      isDrawing = false
      continue
    }
    const [left, right] = edges(stack)
    const y = Math.round(yOf(count))
    path += isDrawing ? `V${y}H${right}` : `M${left} ${y}H${right}`
    isDrawing = true
  }
  return path
}

/**
 * Stacks the counts of one bar from the bottom to the top. `zero`: vertical position of the zero line.
 * `pixelsPerOne`: height of the count 1.
 */
function segmentsOf(counts: readonly number[], zero: number, pixelsPerOne: number): Segment[] {
  const segments: Segment[] = []
  let y = zero
  for (const [series, count] of counts.entries()) {
    if (count <= 0) continue
    const height = Math.max(1, Math.round(count * pixelsPerOne))
    y -= height
    segments.push({ series, y, height })
  }
  return segments
}

/** Index of the bar at a horizontal pixel position. A gap belongs to the bar before it. -1 without bars. */
export function barAt({ bars }: BarChart, x: number): number {
  if (bars.length === 0) return -1
  const index = bars.findLastIndex(bar => bar.x <= x)
  // -1: left of the first bar.
  return Math.max(0, index)
}

/** Index of the series at vertical position `y` of a bar; undefined above and below the bar. */
export function segmentAt({ bars }: BarChart, index: number, y: number): number | undefined {
  return bars[index]?.segments.find(part => y >= part.y && y <= part.y + part.height)?.series
}

/** The sum of the stacks between two indexes, both inclusive, in either order. */
export function stackOfRange(stacks: readonly Stack[], one: number, other: number): Stack | undefined {
  const covered = stacks.slice(Math.min(one, other), Math.max(one, other) + 1)
  const first = covered[0]
  const last = covered.at(-1)
  if (!first || !last) return undefined
  const counts = first.counts.map((_, series) =>
    covered.reduce((sum, stack) => sum + (stack.counts[series] ?? 0), 0),
  )
  return { ts_from: first.ts_from, ts_to: last.ts_to, counts }
}
