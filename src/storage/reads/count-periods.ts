import { rowsFrom } from '../sql/scope.ts'
import type { SqlClient } from '../sql-client.ts'
import type { Read, Scope } from '../store.ts'
import { periodColumn } from './periods.ts'

/** Sums the occurrences in each period between neighbouring `bounds`. `window`: the widest deduplication window, in seconds. */
export async function countPeriods(
  client: SqlClient,
  window: number,
  scope: Scope,
  bounds: readonly number[],
  read: Read,
): Promise<number[]> {
  const period = periodColumn(bounds)
  const rows = await client.select(
    `SELECT period, sum(count) FROM ${rowsFrom(scope, window, [`${period.sql} AS period`, 'count'])} GROUP BY period`,
    read,
  )
  const counts = new Array<number>(Math.max(0, bounds.length - 1)).fill(0)
  for (const [value, count] of rows) counts[period.index(Number(value))] = Number(count)
  return counts
}
