import type { Predicate } from '../../filter/predicate.ts'
import { toldBy } from '../../filter/templates/template-text.ts'
import { type RowFit, rowFit } from '../fresh/row-fit.ts'
import { compileFilter } from '../sql/filter.ts'
import { list, number, text } from '../sql/literal.ts'
import type { Untold } from './targets.ts'

/** Which rows a cube counts, in the two languages that it counts in. */
export interface RowCondition extends RowFit {
  /** '' when it holds for all. */
  readonly sql: string
}

export const allRows: RowCondition = {
  sql: '',
  glance: () => true,
  matches: () => true,
  stepsFor: () => 0,
}

/** Rows that fit a predicate, of which the table's rows tell: not one of whole events. */
export function rowsThatFit(predicate: Predicate): RowCondition {
  const { rows } = compileFilter(predicate)
  return rows === '1' ? allRows : { ...rowFit(predicate), sql: rows }
}

/** The same, of those rows alone that a cube does not tell of by their templates. */
export function untoldThatFit(predicate: Predicate, { below, templates }: Untold): RowCondition {
  const little = `told < ${number(below)}`
  const untold = templates.length === 0 ? little : `${little} OR template IN (${list(templates.map(text))})`
  const doubtful = new Set(templates)
  const fit = rowFit(predicate)
  return {
    sql: `(${untold}) AND ${compileFilter(predicate).rows}`,
    glance(batch, row, left) {
      const template = batch.template(row)
      return doubtful.has(template) || toldBy(template) < below ? fit.glance(batch, row, left) : false
    },
    matches: fit.matches,
    stepsFor: fit.stepsFor,
  }
}
