import { compileMatcher } from '../../filter/matcher.ts'
import type { Predicate } from '../../filter/predicate.ts'
import { toldBy } from '../../filter/templates/template-text.ts'
import type { FreshBatch } from '../fresh/fresh-batch.ts'
import { compileFilter } from '../sql/filter.ts'
import { list, number, text } from '../sql/literal.ts'
import type { Untold } from './targets.ts'

/** Which rows a cube counts, in the two languages that it counts in. */
export interface RowCondition {
  /** '' when it holds for all. */
  readonly sql: string
  /** Whether a row may fit, as far as its template tells: costs little. */
  mayHold(batch: FreshBatch, row: number): boolean
  /** Whether a row fits that may. */
  holds(batch: FreshBatch, row: number): boolean
}

export const allRows: RowCondition = { sql: '', mayHold: () => true, holds: () => true }

/** Rows that fit a predicate, of which the table's rows tell: not one of whole events. */
export function rowsThatFit(predicate: Predicate): RowCondition {
  const { rows } = compileFilter(predicate)
  return rows === '1' ? allRows : { ...allRows, sql: rows, holds: matching(predicate) }
}

/** The same, of those rows alone that a cube does not tell of by their templates. */
export function untoldThatFit(predicate: Predicate, { below, templates }: Untold): RowCondition {
  const little = `told < ${number(below)}`
  const untold = templates.length === 0 ? little : `${little} OR template IN (${list(templates.map(text))})`
  const doubtful = new Set(templates)
  return {
    sql: `(${untold}) AND ${compileFilter(predicate).rows}`,
    mayHold(batch, row) {
      const template = batch.template(row)
      return doubtful.has(template) || toldBy(template) < below
    },
    holds: matching(predicate),
  }
}

function matching(predicate: Predicate): RowCondition['holds'] {
  let matches: ReturnType<typeof compileMatcher> | undefined
  return (batch, row) => {
    // Most conditions are asked of the engine alone.
    matches ??= compileMatcher(predicate)
    return matches(batch.event(row))
  }
}
