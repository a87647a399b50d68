import { shortNumber } from '../../charts/number-text.ts'
import { momentText } from '../../charts/time-text.ts'
import { columnChart } from './bars.ts'
import { cutToWidth } from './cell-width.ts'

/** Values of periods of equal length, oldest first. */
export interface SeriesOverTime {
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
  const room = Math.max(top.length, 1)
  const roomForColumns = Math.max(10, width - room - 2)
  const each = Math.max(1, Math.floor(roomForColumns / Math.max(1, values.length)))
  const columns = values.flatMap(value => Array.from({ length: each }, () => value))
  const lines = columnChart(columns, roomForColumns, height)
  const labelOf = (line: number) => (line === 0 ? top : line === height - 1 ? '0' : '').padStart(room)
  const drawn = lines.map((line, index) => `${labelOf(index)} │${line.trimEnd()}`)
  const [start, end] = [momentText(from, zone), momentText(to, zone)]
  const chartWidth = lines[0]?.length ?? 0
  const between = ' '.repeat(Math.max(2, chartWidth - start.length - end.length))
  const axis = `${' '.repeat(room)} └${'─'.repeat(chartWidth)}`
  return [...drawn, axis, cutToWidth(`${' '.repeat(room + 2)}${start}${between}${end}`, width)]
}
