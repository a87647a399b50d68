import type { KnownNames } from '../names.ts'
import type { Mark, Scope } from '../store.ts'
import type { Span } from '../time-span.ts'
import { eventsTable } from './columns.ts'
import { type CompiledFilter, compileFilter } from './filter.ts'
import { list, number, wholeSecond } from './literal.ts'

/** A scope as the reads of the store have it. Scopes that are made of it (`{ ...scope, to }`) keep the names. */
interface TableScope extends Scope {
  /** Without them the SQL is right, too, but costs more. */
  names?: KnownNames
}

/** To be called when the read begins. */
export function withNames(scope: Scope, names: KnownNames): Scope {
  const known: TableScope = { ...scope, names }
  return known
}

/** The WHERE clause of everything that has an occurrence in a scope. `window`: the widest deduplication window, seconds. */
export function rowsOf(scope: TableScope, window: number): string {
  const filter = filterOf(scope)
  return where(scope, window, filter, filter.rows)
}

/**
 * The same as one or two WHERE clauses, each row in one of them: rows whose template decides whether they fit, and rows whose messages have
 * to be read. One clause would read the messages of all.
 */
export function branchesOf(scope: TableScope, window: number): readonly string[] {
  const filter = filterOf(scope)
  return filter.branches.map(rows => where(scope, window, filter, rows))
}

/** These columns (`expression AS name`) of the rows of a scope, for FROM. `and`: a further condition. */
export function rowsFrom(scope: TableScope, window: number, columns: readonly string[], and = ''): string {
  const more = and === '' ? '' : ` AND ${and}`
  const branches = branchesOf(scope, window).map(
    branch => `SELECT ${list(columns)} FROM ${eventsTable} WHERE ${branch}${more}`,
  )
  return `(${branches.join(' UNION ALL ')})`
}

function where(scope: Scope, window: number, filter: CompiledFilter, rows: string): string {
  const conditions = [withinAsOf(scope.from, scope.to, scope.asOf)]
  if (rows !== '1') conditions.push(rows)
  if (filter.events !== '') conditions.push(`id IN (${idsOf(scope, filter, window)})`)
  return conditions.join(' AND ')
}

/** The compiled predicate of a scope, of the rows that are readable now. */
export function filterOf({ predicate, names }: TableScope): CompiledFilter {
  return compileFilter(predicate, names)
}

/** Rows of [from, to), whole seconds. Not by `ts`, which is more expensive to read and no prefix of the table's key. */
export function within(from: number, to: number): string {
  return `sec >= ${wholeSecond(from)} AND sec < ${wholeSecond(to)}`
}

/** Rows of any of these spans: what a sample reads. */
export function withinAny(spans: readonly Span[]): string {
  return spans.length === 0 ? '0' : `(${spans.map(({ from, to }) => `(${within(from, to)})`).join(' OR ')})`
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
