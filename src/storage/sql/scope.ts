import type { Scope } from '../store.ts'
import { eventsTable } from './columns.ts'
import { type CompiledFilter, compileFilter } from './filter.ts'
import { wholeSecond } from './literal.ts'

/** The WHERE clause of everything that has an occurrence in a scope. `window`: the widest deduplication window, seconds. */
export function rowsOf(scope: Scope, window: number): string {
  const filter = compileFilter(scope.predicate)
  const conditions = [within(scope.from, scope.to)]
  if (filter.rows !== '1') conditions.push(filter.rows)
  if (filter.events !== '') conditions.push(`id IN (${idsOf(scope, filter, window)})`)
  return conditions.join(' AND ')
}

/** Rows of [from, to), whole seconds. Never by `ts`, which is dearer to read and no prefix of the table's key. */
export function within(from: number, to: number): string {
  return `sec >= ${wholeSecond(from)} AND sec < ${wholeSecond(to)}`
}

/** Ids of the events with a row in the scope that fit as whole events; all their rows lie within `window` around it. */
function idsOf(scope: Scope, filter: CompiledFilter, window: number): string {
  const rows = filter.rows === '1' ? '' : ` AND ${filter.rows}`
  return `SELECT id FROM ${eventsTable} WHERE ${within(scope.from - window, scope.to + window)}${rows} GROUP BY id HAVING ${filter.events}`
}
