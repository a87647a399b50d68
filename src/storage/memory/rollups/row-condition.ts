import type { Predicate } from '../../../filter/predicate/predicate.ts'
import { templateCertainty } from '../../../filter/templates/template-text.ts'
import { compileFilter } from '../../sql/filter.ts'
import { list, number, text } from '../../sql/literal.ts'
import { type RowMatcher, rowMatcher } from '../recent/row-matcher.ts'

/** The rows that a rollup counts, as SQL and as a matcher. */
export interface RowCondition extends RowMatcher {
  /** '' for all rows. */
  readonly sql: string
}

/**
 * Rows of a rollup whose template does not say whether they match a predicate: their messages must be read.
 */
export interface Undecided {
  /** Rows whose template has less certainty than this (`templateCertainty`; `told` is its column). */
  below: 1 | 2
  /** Further templates; rows of these are undecided too. */
  templates: readonly string[]
}

/** The predicate that holds for every event. */
export const everything: Predicate = { kind: 'const', value: true }

/** The condition that every row meets. */
export const allRows: RowCondition = {
  sql: '',
  precheck: () => true,
  matches: () => true,
  stepsFor: () => 0,
}

/** The rows that match a predicate, which must not have conditions on whole events. */
export function matchingRows(predicate: Predicate): RowCondition {
  const { rows } = compileFilter(predicate)
  return rows === '1' ? allRows : { ...rowMatcher(predicate), sql: rows }
}

/** SQL condition of the rows that their template leaves undecided. */
export function undecidedSql({ below, templates }: Undecided): string {
  const isBelow = `told < ${number(below)}`
  return templates.length === 0 ? isBelow : `(${isBelow} OR template IN (${list(templates.map(text))}))`
}

/** The rows that match a predicate although their template leaves them undecided. */
export function undecidedRows(predicate: Predicate, undecided: Undecided): RowCondition {
  const { below, templates } = undecided
  const undecidedTemplates = new Set(templates)
  const matcher = rowMatcher(predicate)
  return {
    sql: `${undecidedSql(undecided)} AND ${compileFilter(predicate).rows}`,
    precheck(batch, row, budget) {
      const template = batch.template(row)
      return undecidedTemplates.has(template) || templateCertainty(template) < below
        ? matcher.precheck(batch, row, budget)
        : false
    },
    matches: matcher.matches,
    stepsFor: matcher.stepsFor,
  }
}
