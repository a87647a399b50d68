import {
  maxStatsNumber,
  type NumberStats,
  type NumberStatsQuery,
  type Read,
  type Scope,
} from '../../contract/event-store.ts'
import { fieldColumn } from '../../sql/columns.ts'
import { list, number } from '../../sql/literal.ts'
import { rowsFrom } from '../../sql/scope.ts'
import type { ReadContext } from '../context.ts'

/** Statistics of numeric values; see EventStore. The memory of a t-digest does not grow with the values. */
export async function numberStats(
  context: ReadContext,
  scope: Scope,
  { field, quantiles }: NumberStatsQuery,
  read: Read,
): Promise<NumberStats> {
  const column = fieldColumn(field)
  const value = `toFloat64OrZero(toString(${column}))`
  const isNumber = `match(toString(${column}), '^-?[0-9]+(\\\\.[0-9]+)?$') AND abs(v) <= ${number(maxStatsNumber)}`
  const [row] = await context.client.select(
    `SELECT sum(count), min(v), max(v), sum(v * count), quantilesTDigestWeighted(${list(quantiles.map(number))})(v, count)
     FROM ${rowsFrom(scope, context, [`${value} AS v`, 'count'], isNumber)}`,
    read,
  )
  const [count, min, max, sum, found] = row ?? []
  return {
    count: Number(count ?? 0),
    min: Number(min ?? 0),
    max: Number(max ?? 0),
    sum: Number(sum ?? 0),
    quantiles: Array.isArray(found) ? found.map(Number) : [],
  }
}
