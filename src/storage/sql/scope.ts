import type { Mark, Scope } from '../store.ts'
import type { Span } from '../time-span.ts'
import { eventsTable } from './columns.ts'
import { type CompiledFilter, compileFilter } from './filter.ts'
import { list, number, wholeSecond } from './literal.ts'

/** The WHERE clause of everything that has an occurrence in a scope. `window`: the widest deduplication window, seconds. */
export function rowsOf(scope: Scope, window: number): string {
  const filter = compileFilter(scope.predicate)
  const conditions = [withinAsOf(scope.from, scope.to, scope.asOf)]
  if (filter.rows !== '1') conditions.push(filter.rows)
  if (filter.events !== '') conditions.push(`id IN (${idsOf(scope, filter, window)})`)
  return conditions.join(' AND ')
}

/** Rows of [from, to), whole seconds. Not by `ts`, which is more expensive to read and no prefix of the table's key. */
export function within(from: number, to: number): string {
  return `sec >= ${wholeSecond(from)} AND sec < ${wholeSecond(to)}`
}

/** Rows of the scope, of these spans alone if there are any: what a sample reads. */
export function rowsWithin(scope: Scope, window: number, spans: readonly Span[] | undefined): string {
  if (spans === undefined) return rowsOf(scope, window)
  const any = spans.map(({ from, to }) => `(${within(from, to)})`).join(' OR ')
  return `${rowsOf(scope, window)} AND (${any === '' ? '0' : any})`
}

/** The same as of a mark. */
export function withinAsOf(from: number, to: number, mark: Mark | undefined): string {
  if (mark === undefined) return within(from, to)
  return `${within(from, to)} AND ${batchesUpTo(mark.batch, mark.missing)}`
}

export function batchesUpTo(highest: number, without: readonly number[]): string {
  const others = without.length === 0 ? '' : ` AND batch NOT IN (${list(without.map(number))})`
  return `batch <= ${number(highest)}${others}`
}

/** Ids of events with a row in the scope that fit as a whole; all their rows lie within `window` around it. */
function idsOf(scope: Scope, filter: CompiledFilter, window: number): string {
  const rows = filter.rows === '1' ? '' : ` AND ${filter.rows}`
  const around = withinAsOf(scope.from - window, scope.to + window, scope.asOf)
  return `SELECT id FROM ${eventsTable} WHERE ${around}${rows} GROUP BY id HAVING ${filter.events}`
}
