import type { Stack } from './bars.ts'
import { type Box, plotOf } from './box.ts'
import type { Tick } from './ticks.ts'
import { timeAxis } from './time-axis.ts'

/** Fills of the levels from few to many occurrences, on light and on dark surfaces: one hue. */
export const heatColours = [
  { light: '#d5e5f6', dark: '#172c42' },
  { light: '#adccec', dark: '#1e4164' },
  { light: '#7fafdf', dark: '#29598a' },
  { light: '#4684c7', dark: '#3c78b4' },
  { light: '#255f9f', dark: '#659fd8' },
  { light: '#0e3c70', dark: '#b3d6f8' },
] as const

/** Counts from `from` to `to`, both inclusive, which have one colour. */
export interface HeatLevel {
  from: number
  to: number
}

/** Periods that share a column. */
interface HeatColumn {
  ts_from: number
  ts_to: number
  x: number
  width: number
  /** The end of the column is in the future: its counts may still grow. */
  isOpen: boolean
}

/** A cell for each value and period, ready to draw. */
export interface HeatMap {
  columns: HeatColumn[]
  rows: { y: number; height: number }[]
  /** By row, then by column. */
  counts: number[][]
  levels: HeatLevel[]
  /** An SVG path of all cells of each level. Cells without occurrences belong to no level. */
  paths: string[]
  xTicks: (Tick & { x: number })[]
}

/** Minimum pixels of a column: narrower periods share one. */
const minColumnWidth = 5
/** From this size on, cells have a gap of one pixel. */
const minGapSize = 5

/**
 * Lays out counts over time as a map of `rowCount` rows, one for each series of the stacks. `now`: Unix
 * seconds. Levels grow by a factor, since counts of logs differ by orders of magnitude.
 */
export function heatMap(
  stacks: readonly Stack[],
  rowCount: number,
  box: Box,
  now: number,
  zone: string,
): HeatMap {
  const plot = plotOf(box)
  const perColumn = Math.max(1, Math.ceil((stacks.length * minColumnWidth) / plot.width))
  const groups: Stack[][] = []
  for (let at = 0; at < stacks.length; at += perColumn) groups.push(stacks.slice(at, at + perColumn))
  const from = stacks[0]?.ts_from ?? 0
  const to = stacks.at(-1)?.ts_to ?? from + 1
  const { xOf, ticks } = timeAxis(from, to, plot, zone)
  const columns = groups.map((group): HeatColumn => {
    const ts_from = group[0]?.ts_from ?? from
    const ts_to = group.at(-1)?.ts_to ?? to
    const x = Math.round(xOf(ts_from))
    return { ts_from, ts_to, x, width: Math.max(1, Math.round(xOf(ts_to)) - x), isOpen: ts_to > now }
  })
  const edge = (row: number) => Math.round(plot.y0 + (plot.height * row) / Math.max(1, rowCount))
  const rows = Array.from({ length: rowCount }, (_, row) => {
    const y = edge(row)
    return { y, height: Math.max(1, edge(row + 1) - y) }
  })
  const counts = rows.map((_, row) =>
    groups.map(group => group.reduce((sum, stack) => sum + (stack.counts[row] ?? 0), 0)),
  )
  const levels = heatLevels(counts.flat())
  const paths = levels.map(() => '')
  for (const [row, { y, height }] of rows.entries()) {
    for (const [at, { x, width }] of columns.entries()) {
      const level = heatLevelOf(levels, counts[row]?.[at] ?? 0)
      if (level === undefined) continue
      paths[level] += `M${x} ${y}h${withGap(width)}v${withGap(height)}h${-withGap(width)}z`
    }
  }
  return { columns, rows, counts, levels, paths, xTicks: ticks }
}

function withGap(length: number): number {
  return length >= minGapSize ? length - 1 : length
}

/**
 * Levels that cover all counts above zero, from the smallest to the largest, at most one for each colour.
 * Each level is about the same factor wide.
 */
export function heatLevels(counts: readonly number[]): HeatLevel[] {
  let min = Number.POSITIVE_INFINITY
  let max = 0
  for (const count of counts) {
    if (count <= 0) continue
    min = Math.min(min, count)
    max = Math.max(max, count)
  }
  if (max === 0) return []
  const starts = new Set<number>()
  for (let level = 0; level < heatColours.length; level++) {
    // Each of a few counts has its own level.
    if (max - min < heatColours.length) starts.add(Math.min(max, min + level))
    else starts.add(Math.round(min * (max / min) ** (level / heatColours.length)))
  }
  const ordered = [...starts].sort((left, right) => left - right)
  return ordered.map((from, index) => ({ from, to: (ordered[index + 1] ?? max + 1) - 1 }))
}

/** Index of the level of a count; undefined for zero. */
export function heatLevelOf(levels: readonly HeatLevel[], count: number): number | undefined {
  if (count <= 0) return undefined
  const index = levels.findLastIndex(level => count >= level.from)
  return index < 0 ? undefined : index
}

/**
 * Colours for a number of levels: the palest and the strongest are used if there are at least two, the others
 * are spread between them. One level has a colour of the middle.
 */
export function heatColoursFor(levelCount: number): readonly { light: string; dark: string }[] {
  const last = heatColours.length - 1
  const chosen = new Set(
    Array.from({ length: levelCount }, (_, level) =>
      levelCount === 1 ? 3 : Math.round((level * last) / (levelCount - 1)),
    ),
  )
  return heatColours.filter((_, index) => chosen.has(index))
}

/** The cell at a position in pixels; undefined outside of the rows. */
export function cellAt(
  { columns, rows }: HeatMap,
  x: number,
  y: number,
): { row: number; column: number } | undefined {
  const row = rows.findIndex(each => y >= each.y && y < each.y + each.height)
  const column = columns.findLastIndex(each => x >= each.x)
  return row < 0 || columns.length === 0 ? undefined : { row, column: Math.max(0, column) }
}
