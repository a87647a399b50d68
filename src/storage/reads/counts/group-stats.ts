import { Fault } from '../../../schema/fault.ts'
import type { Cell } from '../../clients/sql-client.ts'
import type { Read, Scope } from '../../contract/event-store.ts'
import type { Value } from '../../contract/field.ts'
import {
  type GroupStats,
  type GroupStatsAnswer,
  type GroupStatsOrder,
  type GroupStatsQuery,
  maxStatsNumber,
} from '../../contract/group-stats.ts'
import { fieldColumn, isNumeric } from '../../sql/columns.ts'
import { list, literalChunks, literalOf, number } from '../../sql/literal.ts'
import { rowsFrom } from '../../sql/scope.ts'
import type { ReadContext } from '../context.ts'
import { cellValue, selectGroups } from './group-counts.ts'
import { type PeriodColumn, periodColumn } from './periods.ts'

/**
 * Statistics by values and periods; see EventStore. Exact values of all groups may need more memory than a
 * statement has: it is then repeated with estimates.
 */
export async function groupStats(
  context: ReadContext,
  scope: Scope,
  query: GroupStatsQuery,
  read: Read,
): Promise<GroupStatsAnswer | undefined> {
  const mayEstimate = query.distinct || query.quantiles.length > 0
  try {
    return await statsOf(context, scope, query, read, false)
  } catch (error) {
    if (!mayEstimate || !(error instanceof Fault) || error.code !== 'query_memory') throw error
    return await statsOf(context, scope, query, read, true)
  }
}

async function statsOf(
  context: ReadContext,
  scope: Scope,
  query: GroupStatsQuery,
  read: Read,
  isEstimate: boolean,
): Promise<GroupStatsAnswer | undefined> {
  const answer: GroupStatsAnswer = { groups: 0, rows: [], isEstimate }
  const period = query.bounds && periodColumn(query.bounds)
  const chunks = query.only ? [...literalChunks(query.only.map(tuple))] : [undefined]
  for (const only of chunks) {
    const sql = statement(context, scope, query, { period, only, isEstimate })
    const rows = await selectGroups(context.client, sql, read)
    if (rows === undefined) return undefined
    // The last column of each row is the number of all groups.
    answer.groups += Number(rows[0]?.at(-1) ?? 0)
    for (const row of rows) answer.rows.push(statsOfRow(row, query, period))
  }
  return answer
}

/** Parts of a statement besides the query. */
interface StatementParts {
  period: PeriodColumn | undefined
  /** Tuples of the values of groups; undefined for all groups. */
  only: readonly string[] | undefined
  isEstimate: boolean
}

function statement(
  context: ReadContext,
  scope: Scope,
  query: GroupStatsQuery,
  { period, only, isEstimate }: StatementParts,
): string {
  const { by, field, ignoreEmpty, order, limit } = query
  const groupColumns = by.map(fieldColumn)
  const conditions: string[] = []
  if (ignoreEmpty)
    for (const [i, each] of by.entries()) if (!isNumeric(each)) conditions.push(`${groupColumns[i]} != ''`)
  if (only) conditions.push(`(${list(groupColumns)}) IN (${list(only)})`)
  const names = by.map((_, i) => `v${i}`)
  const keys = period ? ['period', ...names] : names
  const columns = [
    ...groupColumns.map((column, i) => `${column} AS v${i}`),
    ...(period ? [`${period.sql} AS period`] : []),
    `${field === undefined ? "''" : `toString(${fieldColumn(field)})`} AS x`,
    'count',
  ]
  const from = rowsFrom(scope, context, columns, conditions.join(' AND '))
  const sorted =
    order === undefined ? '' : ` ORDER BY ${list([...orderKeys(order), ...names.map(name => `${name} ASC`)])}`
  return `SELECT ${list([...keys, ...aggregates(query, isEstimate), 'count() OVER () AS groups'])}
    FROM (SELECT *, toFloat64OrZero(x) AS v, ${isNumber} AS n FROM ${from})
    ${keys.length > 0 ? `GROUP BY ${list(keys)}` : ''}${sorted} LIMIT ${number(limit)}`
}

/** SQL of the column `n`: whether the text `x` is a number, whose value is `v`. */
const isNumber = `match(x, '^-?[0-9]+(\\\\.[0-9]+)?$') AND abs(v) <= ${number(maxStatsNumber)}`

/** Columns of the statistics, in the order that `statsOfRow` reads. */
function aggregates({ field, distinct, quantiles }: GroupStatsQuery, isEstimate: boolean): string[] {
  const columns = ['sum(count) AS events']
  if (field !== undefined)
    columns.push(
      'sumIf(count, n) AS numbers',
      'sumIf(v * count, n) AS total',
      'minIf(v, n) AS min_number',
      'maxIf(v, n) AS max_number',
    )
  if (distinct)
    columns.push(`${isEstimate ? 'uniqCombined64If(20)' : 'uniqExactIf'}(x, x != '') AS distinct_values`)
  if (quantiles.length > 0) {
    const aggregate = isEstimate ? 'quantilesTDigestWeightedIf' : 'quantilesExactWeightedIf'
    columns.push(`${aggregate}(${list(quantiles.map(number))})(v, count, n) AS quantile_values`)
  }
  return columns
}

/** Groups without a number come last, in both directions. */
function orderKeys({ figure, ascending }: GroupStatsOrder): string[] {
  const direction = ascending ? 'ASC' : 'DESC'
  if (figure === 'count') return [`events ${direction}`]
  if (figure === 'distinct') return [`distinct_values ${direction}`]
  return ['numbers = 0', `${figureSql(figure)} ${direction}`]
}

/** SQL of a figure over the numbers of a group; a number is the index of a quantile. */
function figureSql(figure: Exclude<GroupStatsOrder['figure'], 'count' | 'distinct'>): string {
  if (typeof figure === 'number') return `quantile_values[${number(figure + 1)}]`
  switch (figure) {
    case 'sum':
      return 'total'
    case 'avg':
      return 'total / numbers'
    case 'min':
      return 'min_number'
    case 'max':
      return 'max_number'
  }
}

function statsOfRow(
  row: readonly Cell[],
  query: GroupStatsQuery,
  period: PeriodColumn | undefined,
): GroupStats {
  let at = 0
  const next = () => row[at++]
  const nextNumber = () => Number(next() ?? 0)
  const index = period ? period.index(nextNumber()) : 0
  const values = query.by.map(() => cellValue(next()))
  const count = nextNumber()
  const ofNumbers =
    query.field === undefined
      ? { numbers: 0, sum: 0, min: 0, max: 0 }
      : { numbers: nextNumber(), sum: nextNumber(), min: nextNumber(), max: nextNumber() }
  const distinct = query.distinct ? nextNumber() : 0
  const cell = query.quantiles.length > 0 ? next() : []
  const quantiles = Array.isArray(cell) ? cell.map(Number) : []
  return { period: index, values, count, ...ofNumbers, distinct, quantiles }
}

function tuple(values: readonly Value[]): string {
  return `(${list(values.map(literalOf))})`
}
