import type { TopValue } from '../schema/query/top-n.ts'
import { nameText } from './name-text.ts'

/** One row of a list of values, as it is drawn. */
export interface RankedRow {
  name: string | number
  label: string
  count: number
  /** Length of the bar, 0 to 1, against the largest row that is not the rest. */
  length: number
  /** Of the sum of all rows, 0 to 1. */
  share: number
  /** The sum of the rest: it cannot be filtered for. */
  rest: boolean
}

/**
 * The values of a TopN as rows. A last value named "other" is the rest only when it was asked for (show_other): a host
 * may bear that name.
 */
export function rankedRows(field: string, values: readonly TopValue[], withRest: boolean): RankedRow[] {
  const isRest = (index: number) => withRest && index === values.length - 1 && values[index]?.name === 'other'
  const sum = values.reduce((total, value) => total + value.count, 0)
  const largest = values.reduce((max, value, index) => (isRest(index) ? max : Math.max(max, value.count)), 0)
  return values.map((value, index) => ({
    name: value.name,
    label: isRest(index) ? 'All others' : nameText(field, value.name),
    count: value.count,
    length: largest > 0 ? Math.min(1, value.count / largest) : 0,
    share: sum > 0 ? value.count / sum : 0,
    rest: isRest(index),
  }))
}
