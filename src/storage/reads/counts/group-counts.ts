import { EngineError, engineCodes } from '../../clients/engine-error.ts'
import { AnswerTooLargeError, type Cell, type SqlClient } from '../../clients/sql-client.ts'
import type { GroupQuery, GroupRow, Read, Scope } from '../../contract/event-store.ts'
import type { Value } from '../../contract/field.ts'
import { compareValues } from '../../contract/value-order.ts'
import { fieldColumn, isNumeric } from '../../sql/columns.ts'
import { list, literalChunks, literalOf, number } from '../../sql/literal.ts'
import { rowsFrom } from '../../sql/scope.ts'
import type { ReadContext } from '../context.ts'
import { periodColumn } from './periods.ts'

/**
 * Counts occurrences by values and periods; see EventStore. A long list `only` is split into several
 * statements, whose rows are sorted again.
 */
export async function groupCounts(
  context: ReadContext,
  scope: Scope,
  query: GroupQuery,
  read: Read,
): Promise<GroupRow[]> {
  if (query.only === undefined) return await groupsOf(context, scope, query, undefined, read)
  const found: GroupRow[][] = []
  for (const only of literalChunks(query.only.map(literalOf)))
    found.push(await groupsOf(context, scope, query, only, read))
  return found.length > 1 ? limitGroups(found.flat(), query) : (found[0] ?? [])
}

async function groupsOf(
  context: ReadContext,
  scope: Scope,
  query: GroupQuery,
  only: readonly string[] | undefined,
  read: Read,
): Promise<GroupRow[]> {
  const [firstField, secondField] = query.fields
  const period = query.bounds ? periodColumn(query.bounds) : undefined
  const first = fieldColumn(firstField)
  const conditions: string[] = []
  if (query.ignoreEmpty && !isNumeric(firstField)) conditions.push(`${first} != ''`)
  if (only) conditions.push(`${first} IN (${list(only)})`)

  const keys = ['v1', ...(secondField ? ['v2'] : [])]
  const columns = ['count', `${first} AS v1`, ...(secondField ? [`${fieldColumn(secondField)} AS v2`] : [])]
  if (period) columns.push(`${period.sql} AS period`)
  const grouping = period ? ['period', ...keys] : keys
  const order = [...(period ? ['period'] : []), 'c DESC', ...keys]
  // `limitEach` is per combination of the keys before the last: per period, or per period and first value.
  const limits = limitSql(query, grouping.slice(0, -1))
  const rows = await context.client.select(
    `SELECT ${grouping.join(', ')}, sum(count) AS c FROM ${rowsFrom(scope, context, columns, conditions.join(' AND '))}
     GROUP BY ${grouping.join(', ')} ORDER BY ${order.join(', ')} ${limits}`,
    read,
  )
  return rows.map(row => {
    const cells = period ? row.slice(1) : row
    return {
      period: period ? period.index(Number(row[0])) : 0,
      values: query.fields.map((_, i) => cellValue(cells[i])),
      count: Number(cells[query.fields.length]),
    }
  })
}

function limitSql({ limit, limitEach }: GroupQuery, keysOfEach: readonly string[]): string {
  if (limitEach === undefined) return `LIMIT ${number(limit)}`
  if (keysOfEach.length === 0) return `LIMIT ${number(Math.min(limitEach, limit))}`
  return `LIMIT ${number(limitEach)} BY ${list(keysOfEach)} LIMIT ${number(limit)}`
}

/** The value in a cell of a counted column. */
export function cellValue(cell: Cell | undefined): Value {
  return typeof cell === 'number' ? cell : String(cell ?? '')
}

/** The order of GroupQuery: period, count descending, values. */
export function compareGroups(a: GroupRow, b: GroupRow): number {
  return (
    a.period - b.period ||
    b.count - a.count ||
    compareValues(a.values[0] ?? '', b.values[0] ?? '') ||
    compareValues(a.values[1] ?? '', b.values[1] ?? '')
  )
}

/** Applies `limitEach` and `limit` to groups in any order, and sorts them. */
export function limitGroups(rows: GroupRow[], { fields, limitEach, limit }: GroupQuery): GroupRow[] {
  rows.sort(compareGroups)
  if (limitEach === undefined) return rows.slice(0, limit)
  const taken = new Map<string, number>()
  const limited = rows.filter(({ period, values: [value] }) => {
    const key = fields.length === 1 ? `${period}` : `${period} ${typeof value} ${value}`
    const count = taken.get(key) ?? 0
    taken.set(key, count + 1)
    return count < limitEach
  })
  return limited.slice(0, limit)
}

/** SETTINGS of a SELECT with GROUP BY: the engine fails soon after it exceeds the limit of groups. */
export function maxGroupsSql(limit: number): string {
  return ` SETTINGS max_rows_to_group_by = ${number(limit)}, group_by_overflow_mode = 'throw'`
}

/** Rows of a statement; undefined when it has too many groups, or too many bytes for an answer. */
export async function selectGroups(
  client: SqlClient,
  sql: string,
  read: Read,
): Promise<Cell[][] | undefined> {
  try {
    return await client.select(sql, read)
  } catch (error) {
    if (error instanceof AnswerTooLargeError) return undefined
    if (error instanceof EngineError && error.code === engineCodes.tooManyGroups) return undefined
    throw error
  }
}
