import { list, number } from '../../sql/literal.ts'

/** SQL of a row's period, and the index of the period for its value. */
export interface PeriodColumn {
  sql: string
  index: (value: number) => number
}

/**
 * Periods by their bounds (ascending, the last bound is the end), for rows between the first and the last.
 * Even steps are divided, uneven ones looked up. Numbers of one or two bytes are grouped in an array: 10
 * million rows in 72 ms instead of 106.
 */
export function periodColumn(bounds: readonly number[]): PeriodColumn {
  if (bounds.length < 2) return { sql: '0', index: () => 0 }
  const seconds = 'toUnixTimestamp(sec)'
  const grid = evenGrid(bounds)
  if (grid !== undefined) {
    const index = `intDiv(${seconds} - ${number(grid.start)}, ${number(grid.step)})`
    const periods = bounds.length - 1
    if (periods > 65_536) return { sql: index, index: value => value }
    return { sql: `${periods <= 256 ? 'toUInt8' : 'toUInt16'}(${index})`, index: value => value }
  }
  const starts = bounds.slice(0, -1)
  const positions = new Map(starts.map((bound, i) => [bound, i]))
  return {
    sql: `roundDown(${seconds}, [${list(starts.map(number))}])`,
    index: value => positions.get(value) ?? 0,
  }
}

/** Periods of equal length, of which the first and the last may be cut short. */
function evenGrid(bounds: readonly number[]): { start: number; step: number } | undefined {
  const [first = 0, second = 0, third] = bounds
  if (third === undefined) return { start: first, step: second - first }
  const step = Math.max(second - first, third - second)
  const start = second - step
  const last = bounds.length - 1
  const fits = bounds.every((bound, i) => {
    const onGrid = start + i * step
    if (i === 0) return bound >= onGrid
    if (i === last) return bound <= onGrid
    return bound === onGrid
  })
  return fits ? { start, step } : undefined
}
