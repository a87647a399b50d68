import type { Row, Table } from './document.ts'

/** The first `limit` rows of a table in batches; no more are read. */
export async function* rowBatches({ rows }: Table, limit: number): AsyncIterable<readonly Row[]> {
  let left = limit
  if (isList(rows)) {
    if (rows.length > 0) yield rows.length > left ? rows.slice(0, left) : rows
    return
  }
  for await (const batch of rows) {
    yield batch.length > left ? batch.slice(0, left) : batch
    left -= batch.length
    if (left <= 0) return
  }
}

/** Whether all rows are in memory. */
export function isList(rows: Table['rows']): rows is readonly Row[] {
  return Array.isArray(rows)
}
