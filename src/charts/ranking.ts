import type { TopNResults } from '../schema/query/top-n.ts'
import { nameText } from './name-text.ts'
import { chartTexts } from './texts.ts'

/** A row of a bar list: a value of a TopN, or the rest. */
export interface RankedRow {
  name: string | number
  label: string
  count: number
  /** Length of the bar, 0 to 1, relative to the longest row (without the rest). */
  length: number
  /** Share of all occurrences, 0 to 1, including values without a row. */
  share: number
  /** True for the sum of all other values, which no filter finds. */
  rest: boolean
}

/**
 * Whether the last value of a TopN is the rest, not a host that is named "other". `withRest`: the query has
 * show_other.
 */
export function endsWithRest(values: readonly { name: string | number }[], withRest: boolean): boolean {
  return withRest && values.at(-1)?.name === 'other'
}

/** The values of a TopN as rows. `withRest`: the query has show_other. */
export function rankedRows(
  field: string,
  { values, count }: Pick<TopNResults['totals'], 'values' | 'count'>,
  withRest: boolean,
): RankedRow[] {
  const hasRest = endsWithRest(values, withRest)
  const isRest = (index: number) => hasRest && index === values.length - 1
  const largest = values.reduce((max, value, index) => (isRest(index) ? max : Math.max(max, value.count)), 0)
  return values.map((value, index) => ({
    name: value.name,
    label: isRest(index) ? chartTexts.rest : nameText(field, value.name),
    count: value.count,
    length: largest > 0 ? Math.min(1, value.count / largest) : 0,
    share: count > 0 ? value.count / count : 0,
    rest: isRest(index),
  }))
}

/** Returns at most `maxRows` rows. If there are more, the last row is the sum of all rows that do not fit. */
export function withOthersSummed(rows: readonly RankedRow[], maxRows: number): readonly RankedRow[] {
  if (rows.length <= maxRows) return rows
  const shown = rows.slice(0, maxRows - 1)
  const restRows = rows.slice(maxRows - 1)
  const sum = (member: 'count' | 'share') => restRows.reduce((total, row) => total + row[member], 0)
  const rest = { name: 'other', label: chartTexts.rest, length: 1, rest: true } as const
  return [...shown, { ...rest, count: sum('count'), share: sum('share') }]
}
