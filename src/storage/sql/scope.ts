import type { Mark, Scope } from '../contract/event-store.ts'
import { overlaps, type Span } from '../contract/time-span.ts'
import { byIndex } from './by-index.ts'
import { type CompiledFilter, compileFilter } from './filter.ts'
import { list, number, wholeSecond } from './literal.ts'
import type { KnownNames } from './named.ts'
import { eventsTable } from './tables.ts'

/** Facts about the table on which the SQL of a scope depends. */
export interface TableFacts {
  /** The widest deduplication window, seconds. */
  window: number
  /** Without names the SQL is also correct, but costs more. */
  names?: KnownNames | undefined
  /**
   * The mark as of which a statement with lists of names reads: rows with new names may arrive while the
   * statement waits for the engine. Returns undefined for a span where no rows are expected. Absent:
   * statements have no mark.
   */
  markOf?: (span: Span) => Mark | undefined
}

/** The WHERE clause of all rows with an occurrence in a scope. */
export function rowsOf(scope: Scope, table: TableFacts): string {
  const filter = filterOf(scope, table)
  return where(scope, table.window, filter, { spans: withinScope(scope), rows: filter.rows })
}

/** Some of the rows of a scope. */
export interface Part {
  /** SQL condition, which includes the condition on the time. */
  rows: string
  /** Spans that contain the rows. */
  spans: readonly Span[]
}

/**
 * As `rowsOf`, in one or two WHERE clauses, with each row in one of them: rows whose template decides the
 * match, and rows whose messages must be read, if memory shows that there may be some. A single clause would
 * read the messages of all rows. `part`: restricts the rows to a part of the scope.
 */
export function branchesOf(scope: Scope, { window, names }: TableFacts, part?: Part): readonly string[] {
  const filter = compileFilter(scope.predicate, names)
  const branches = filter.branches.flatMap(({ rows, templates }) => {
    const found = templates && names?.spansOfTemplates(templates, scope)
    const isIn = (span: Span) => part === undefined || part.spans.some(other => overlaps(span, other))
    if (found && !found.some(isIn)) return []
    const spans = found ? asOf(withinAny(found), scope.asOf) : withinScope(scope)
    return [where(scope, window, filter, { spans: part === undefined ? spans : `(${part.rows})`, rows })]
  })
  return branches.length === 0 ? ['0'] : branches
}

/**
 * These columns (`expression AS name`) of the rows of a scope, for FROM. `and`: a further condition, or ''.
 */
export function rowsFrom(scope: Scope, table: TableFacts, columns: readonly string[], and = ''): string {
  const further = and === '' ? '' : ` AND ${and}`
  const branches = branchesOf(asOfNames(scope, table), table).map(
    branch => `SELECT ${list(columns)} FROM ${eventsTable} WHERE ${branch}${further}`,
  )
  return `(${branches.join(' UNION ALL ')})`
}

/** The scope as of now if its conditions list names: a row with a newer name would pass a NOT IN list. */
function asOfNames(scope: Scope, { names, markOf }: TableFacts): Scope {
  if (names === undefined || markOf === undefined || scope.asOf !== undefined) return scope
  const { rows: plain } = compileFilter(scope.predicate)
  const { branches } = compileFilter(scope.predicate, names)
  const asOf = branches.every(({ rows }) => rows === plain) ? undefined : markOf(scope)
  return asOf === undefined ? scope : { ...scope, asOf }
}

function withinScope({ from, to, asOf }: Scope): string {
  return withinAsOf(from, to, asOf)
}

/**
 * A WHERE clause of SQL conditions on the time (`spans`) and on the row, and of the filter's condition on
 * events.
 */
function where(
  scope: Scope,
  window: number,
  filter: CompiledFilter,
  { spans, rows }: { spans: string; rows: string },
): string {
  const conditions = [spans]
  if (rows !== '1') conditions.push(rows)
  if (filter.events !== '') conditions.push(byIndex(`id IN (${idsOf(scope, filter, window)})`))
  return conditions.join(' AND ')
}

/** The compiled predicate of a scope, for the rows that are readable now. */
export function filterOf({ predicate }: Scope, { names }: Pick<TableFacts, 'names'>): CompiledFilter {
  return compileFilter(predicate, names)
}

/**
 * Rows of [from, to), whole seconds. Does not use `ts`, which is more expensive to read and not a prefix of
 * the table's key.
 */
export function within(from: number, to: number): string {
  return `sec >= ${wholeSecond(from)} AND sec < ${wholeSecond(to)}`
}

/** Rows of any of these spans. */
export function withinAny(spans: readonly Span[]): string {
  return spans.length === 0 ? '0' : `(${spans.map(({ from, to }) => `(${within(from, to)})`).join(' OR ')})`
}

/** As `within`, as of a mark. */
export function withinAsOf(from: number, to: number, mark: Mark | undefined): string {
  return asOf(within(from, to), mark)
}

/** The condition as of a mark: leaves out rows of later batches. */
function asOf(condition: string, mark: Mark | undefined): string {
  return mark === undefined ? condition : `${condition} AND ${batchesUpTo(mark.batch, mark.missing)}`
}

/** Rows of batches up to the highest one, except of some batches. */
export function batchesUpTo(highest: number, without: readonly number[]): string {
  const others = without.length === 0 ? '' : ` AND batch NOT IN (${list(without.map(number))})`
  return `batch <= ${number(highest)}${others}`
}

/**
 * Ids of events with a row in the scope that match as a whole; all their rows lie within `window` around it.
 */
function idsOf(scope: Scope, filter: CompiledFilter, window: number): string {
  const rows = filter.rows === '1' ? '' : ` AND ${filter.rows}`
  const around = withinAsOf(scope.from - window, scope.to + window, scope.asOf)
  return `SELECT id FROM ${eventsTable} WHERE ${around}${rows} GROUP BY id HAVING ${filter.events}`
}
