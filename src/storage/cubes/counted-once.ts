import type { SqlClient } from '../sql-client.ts'
import type { Read, Value } from '../store.ts'
import { countRows } from './count-rows.ts'
import { coarsestWithin, lengths, type Span } from './cover.ts'
import type { CubeField } from './known-fields.ts'
import { type Gathered, periodsOf, type Sum } from './sums.ts'

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
  const choice = { quiet: [{ from, to }], busy: [], highest: 0, without: [], where }
  const length = lengths[bounds === undefined ? 'day' : coarsestWithin(bounds)]
  const rows = await countRows(client, fields, length, choice, mostRows, read)
  if (rows === undefined) return undefined
  const periodOf = periodsOf(bounds)
  const ids = new Map<string, number>()
  const values: (readonly Value[])[] = []
  const sums = new Map<string, Sum>()
  for (const row of rows) {
    const name = JSON.stringify(row.values)
    const id = ids.get(name) ?? values.length
    if (id === values.length) {
      ids.set(name, id)
      values.push(row.values)
    }
    const period = periodOf(Math.max(from, row.bucket))
    const key = `${period} ${id}`
    const sum = sums.get(key)
    sums.set(key, {
      period,
      id,
      count: row.count + (sum?.count ?? 0),
      firsts: row.firsts + (sum?.firsts ?? 0),
      last: Math.max(row.last, sum?.last ?? 0),
    })
  }
  return { sums: [...sums.values()], valuesOf: id => values[id] ?? [] }
}
