import type { Field, Value } from './field.ts'

/** Larger numbers, of hundreds of digits, count as text, since they would make sums infinite. */
export const maxStatsNumber = 1e100

export interface GroupStatsQuery {
  /** At most two. None: one group of all events. */
  by: readonly Field[]
  /** Leaves out rows with an empty value of `by`. */
  ignoreEmpty: boolean
  /**
   * Statistics of the values of this field. Numbers are values that are plain decimal numbers
   * (-?digits[.digits]) up to `maxStatsNumber`. Absent: only counts.
   */
  field?: Field | undefined
  /** Whether to count the different values of `field`, without the empty one. */
  distinct: boolean
  /** Quantiles of the numbers, between 0 and 1: the smallest number with at least this share up to it. */
  quantiles: readonly number[]
  bounds?: readonly number[]
  /** Limits the groups to these values of `by`. */
  only?: readonly (readonly Value[])[]
  /** Absent: in any order. */
  order?: GroupStatsOrder
  limit: number
}

/** Ties are in the order of the values of `by`. Groups without a number are last. */
export interface GroupStatsOrder {
  /** A number is the index of a quantile. */
  figure: 'count' | 'distinct' | 'sum' | 'avg' | 'min' | 'max' | number
  ascending: boolean
}

export interface GroupStatsAnswer {
  /** Number of all groups, and of all periods of groups when `bounds` is given. */
  groups: number
  rows: GroupStats[]
  /** Whether `distinct` and `quantiles` are estimates, because exact ones need too much memory. */
  isEstimate: boolean
}

/** Figures that were not asked for are 0 or empty; with `numbers` 0, the figures of numbers mean nothing. */
export interface GroupStats {
  /** Index of the period, 0 without bounds. */
  period: number
  /** A value for each field of `by`. */
  values: Value[]
  count: number
  /** Occurrences with a number. */
  numbers: number
  sum: number
  min: number
  max: number
  distinct: number
  quantiles: number[]
}
