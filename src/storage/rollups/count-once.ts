import type { SqlClient } from '../sql-client.ts'
import type { Read } from '../store.ts'
import type { Span } from '../time-span.ts'
import { countRows } from './count-rows.ts'
import { coarsestWithin, levelSeconds } from './cover.ts'
import type { RollupField } from './rollup-fields.ts'
import { type GatheredCounts, periodsOf } from './sums.ts'
import { SumsByValue } from './sums-by-value.ts'

const maxRows = 400_000

/** Counts the rows that a condition in SQL holds for by one statement, and keeps nothing; undefined when there are too many counts. */
export async function countOnce(
  client: SqlClient,
  fields: readonly RollupField[],
  where: string,
  { from, to }: Span,
  bounds: readonly number[] | undefined,
  read: Read,
): Promise<GatheredCounts | undefined> {
  const choice = { settled: [{ from, to }], where, shouldSplit: true }
  const length = levelSeconds[bounds === undefined ? 'day' : coarsestWithin(bounds)]
  const rows = await countRows(client, fields, length, choice, maxRows, read)
  if (rows === undefined) return undefined
  const periodOf = periodsOf(bounds)
  const sums = new SumsByValue()
  for (const row of rows) sums.add(periodOf(Math.max(from, row.bucket)), row.values, row)
  return sums.all()
}
