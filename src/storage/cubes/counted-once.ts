import type { SqlClient } from '../sql-client.ts'
import type { Read } from '../store.ts'
import { countRows } from './count-rows.ts'
import { coarsestWithin, lengths, type Span } from './cover.ts'
import type { CubeField } from './known-fields.ts'
import { type Gathered, periodsOf } from './sums.ts'
import { SumsByValue } from './sums-by-value.ts'

const mostRows = 400_000

/** Counts rows that a condition in SQL holds for by one statement, of which nothing is kept; undefined when there are too many counts. */
export async function countedOnce(
  client: SqlClient,
  fields: readonly CubeField[],
  where: string,
  { from, to }: Span,
  bounds: readonly number[] | undefined,
  read: Read,
): Promise<Gathered | undefined> {
  const choice = { quiet: [{ from, to }], busy: [], highest: 0, without: [], where, paysApart: true }
  const length = lengths[bounds === undefined ? 'day' : coarsestWithin(bounds)]
  const rows = await countRows(client, fields, length, choice, mostRows, read)
  if (rows === undefined) return undefined
  const periodOf = periodsOf(bounds)
  const sums = new SumsByValue()
  for (const row of rows) sums.add(periodOf(Math.max(from, row.bucket)), row.values, row)
  return sums.all()
}
