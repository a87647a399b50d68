import type { Predicate } from '../../filter/predicate.ts'
import { type RowMatcher, rowMatcher } from '../recent/row-matcher.ts'
import { compileFilter } from '../sql/filter.ts'

/** The rows that a rollup counts, as SQL and as a matcher. */
export interface RowCondition extends RowMatcher {
  /** '' for all rows. */
  readonly sql: string
}

/** The predicate that holds for every event. */
export const everything: Predicate = { kind: 'const', value: true }

export const allRows: RowCondition = {
  sql: '',
  precheck: () => true,
  matches: () => true,
  stepsFor: () => 0,
}

/** Rows that fit a predicate on rows, not on whole events. */
export function matchingRows(predicate: Predicate): RowCondition {
  const { rows } = compileFilter(predicate)
  return rows === '1' ? allRows : { ...rowMatcher(predicate), sql: rows }
}
