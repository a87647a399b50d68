import { list, number } from '../sql/literal.ts'

/** An expression for the period of a row, and the way from its value to the period's index. */
export interface PeriodColumn {
  sql: string
  index: (value: number) => number
}

/** Periods given by their bounds (ascending, the last one is the end). Even steps are divided, uneven ones looked up. */
export function periodColumn(bounds: readonly number[]): PeriodColumn {
  const start = bounds[0]
  const second = bounds[1]
  if (start === undefined || second === undefined) return { sql: '0', index: () => 0 }
  const seconds = 'toUnixTimestamp(sec)'
  const step = second - start
  // The last period may be cut short without being told apart: nothing lies behind its end.
  const last = bounds.length - 1
  const even = bounds.every(
    (bound, i) => bound === start + i * step || (i === last && bound < start + i * step),
  )
  if (even) return { sql: `intDiv(${seconds} - ${number(start)}, ${number(step)})`, index: value => value }
  const starts = bounds.slice(0, -1)
  const positions = new Map(starts.map((bound, i) => [bound, i]))
  return {
    sql: `roundDown(${seconds}, [${list(starts.map(number))}])`,
    index: value => positions.get(value) ?? 0,
  }
}
