import { shortNumber } from '../../charts/number-text.ts'
import { momentText } from '../../charts/time-text.ts'
import { cutToWidth } from './cell-width.ts'

const eighthsWide = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const
const eighthsHigh = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const

/** A bar for a share (0 to 1) of `width` columns, to an eighth of a column. Only zero is empty. */
export function horizontalBar(share: number, width: number): string {
  const eighths = Math.round(Math.min(1, Math.max(0, share)) * width * 8)
  const shown = share > 0 && width > 0 ? Math.max(1, eighths) : 0
  return '█'.repeat(Math.floor(shown / 8)) + eighthsWide[shown % 8]
}

/** Values as one line of blocks; see `columnChart`. */
export function sparkline(values: readonly number[], width: number): string {
  return columnChart(values, width, 1)[0] ?? ''
}

/**
 * Values as columns of blocks, top line first. The highest fills `height` lines; only zero has no block. If
 * there are more values than columns, neighbours are summed.
 */
export function columnChart(values: readonly number[], width: number, height: number): string[] {
  const columns = summed(values, width)
  const top = Math.max(0, ...columns)
  const eighths = columns.map(value => {
    if (value <= 0 || top === 0) return 0
    return Math.max(1, Math.round((value / top) * height * 8))
  })
  return Array.from({ length: height }, (_, line) => {
    const below = (height - 1 - line) * 8
    return eighths.map(each => eighthsHigh[Math.min(8, Math.max(0, each - below))]).join('')
  })
}

/** At most `width` values, each the sum of equally many neighbours (fewer for the last). */
function summed(values: readonly number[], width: number): number[] {
  const valuesPerColumn = Math.max(1, Math.ceil(values.length / Math.max(1, width)))
  const sums: number[] = []
  for (const [index, value] of values.entries()) {
    const column = Math.floor(index / valuesPerColumn)
    sums[column] = (sums[column] ?? 0) + value
  }
  return sums
}

/** Values of periods of equal length, oldest first. */
interface SeriesOverTime {
  values: readonly number[]
  /** Unix seconds, end exclusive. */
  from: number
  to: number
}

/**
 * A chart of columns over time, in the available width: the highest value at the top left, the first and last
 * moment below.
 */
export function chartOverTime(
  { values, from, to }: SeriesOverTime,
  width: number,
  height: number,
  zone: string,
): string[] {
  const top = shortNumber(Math.max(0, ...values))
  const labelWidth = top.length
  const roomForColumns = Math.max(10, width - labelWidth - 2)
  const columnsPerValue = Math.max(1, Math.floor(roomForColumns / Math.max(1, values.length)))
  const columns = values.flatMap(value => Array.from({ length: columnsPerValue }, () => value))
  const lines = columnChart(columns, roomForColumns, height)
  const drawn = lines.map((line, index) => {
    let label = ''
    if (index === 0) label = top
    else if (index === height - 1) label = '0'
    return `${label.padStart(labelWidth)} │${line.trimEnd()}`
  })
  const [start, end] = [momentText(from, zone), momentText(to, zone)]
  const chartWidth = lines[0]?.length ?? 0
  const between = ' '.repeat(Math.max(2, chartWidth - start.length - end.length))
  const axis = `${' '.repeat(labelWidth)} └${'─'.repeat(chartWidth)}`
  return [...drawn, axis, cutToWidth(`${' '.repeat(labelWidth + 2)}${start}${between}${end}`, width)]
}
