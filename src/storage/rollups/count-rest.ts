import { cellValue } from '../reads/group-counts.ts'
import { periodColumn } from '../reads/periods.ts'
import { groupLimit, selectGroups } from '../reads/select-groups.ts'
import { fieldColumn } from '../sql/columns.ts'
import { list } from '../sql/literal.ts'
import { rowsFrom } from '../sql/scope.ts'
import type { SqlClient } from '../sql-client.ts'
import type { Field, Read, Scope } from '../store.ts'
import type { GatheredCounts } from './sums.ts'
import { SumsByValue } from './sums-by-value.ts'

/** Rows of a scope that memory has not counted: those that `and` (SQL) holds for. */
export interface Rest {
  scope: Scope
  and: string
}

/** Figures beside the occurrences. */
export interface Figures {
  firsts?: boolean
  last?: boolean
}

/** Groups of one answer. */
const maxGroups = 200_000

/**
 * Counts the rows of several parts, none of which has a row of another, by one statement; undefined when there are too many groups.
 * `others`: SELECTs of the same columns.
 */
export async function countRest(
  client: SqlClient,
  window: number,
  parts: readonly Rest[],
  others: readonly string[],
  fields: readonly Field[],
  bounds: readonly number[] | undefined,
  { firsts = false, last = false }: Figures,
  read: Read,
): Promise<GatheredCounts | undefined> {
  const period = periodColumn(bounds ?? [])
  const isOnePeriod = bounds === undefined || bounds.length <= 2
  const names = fields.map((_, i) => `v${i}`)
  // A second key, even one that is constant, takes the engine's quick way of grouping by one field.
  const keys = isOnePeriod ? names : ['period', ...names]
  const columns = [
    ...(isOnePeriod ? [] : [`${period.sql} AS period`]),
    ...fields.map((field, i) => `${fieldColumn(field)} AS v${i}`),
    'count',
    ...(firsts ? ['repeat'] : []),
    ...(last ? ['sec'] : []),
  ]
  const figures = [
    'sum(count) AS c',
    `${firsts ? 'countIf(repeat = 0)' : '0'} AS f`,
    `${last ? 'toUnixTimestamp(max(sec))' : '0'} AS l`,
  ]
  const selects = parts.map(
    ({ scope, and }) =>
      `SELECT * FROM (SELECT ${list([isOnePeriod ? '0 AS period' : 'period', ...names, ...figures])} FROM ${rowsFrom(scope, window, columns, `(${and})`)}
       ${keys.length === 0 ? 'HAVING c > 0' : `GROUP BY ${list(keys)}`}${groupLimit(maxGroups)})`,
  )
  const rows = await selectGroups(client, [...selects, ...others].join(' UNION ALL '), read)
  if (rows === undefined) return undefined
  const sums = new SumsByValue()
  for (const [at, ...cells] of rows) {
    const [count = 0, firsts = 0, last = 0] = cells.slice(fields.length).map(Number)
    sums.add(period.index(Number(at)), cells.slice(0, fields.length).map(cellValue), { count, firsts, last })
  }
  return sums.all()
}
