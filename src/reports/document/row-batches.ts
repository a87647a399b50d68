/** The first `limit` rows in batches. Reads no further rows. */
export async function* rowBatches<Item>(
  rows: readonly Item[] | AsyncIterable<readonly Item[]>,
  limit: number,
): AsyncIterable<readonly Item[]> {
  let left = limit
  for await (const batch of isList(rows) ? [rows] : rows) {
    yield batch.length > left ? batch.slice(0, left) : batch
    left -= batch.length
    if (left <= 0) return
  }
}

/** Whether all rows are in memory. */
export function isList<Item>(
  rows: readonly Item[] | AsyncIterable<readonly Item[]>,
): rows is readonly Item[] {
  return Array.isArray(rows)
}
