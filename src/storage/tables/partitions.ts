import type { SqlClient } from '../sql-client.ts'
import type { Read } from '../store.ts'

/** How many rows each partition of a table has, oldest first. Tables are partitioned by day: the names are YYYYMMDD. */
export async function partitionRows(
  client: SqlClient,
  table: 'events' | 'events_copy' | 'figures',
  read: Read,
): Promise<Map<string, number>> {
  const rows = await client.select(
    `SELECT partition, sum(rows) FROM system.parts WHERE active AND database = 'millrace' AND table = '${table}'
     GROUP BY partition ORDER BY partition`,
    read,
  )
  return new Map(rows.map(([partition, count]) => [String(partition), Number(count)]))
}

/** The second (Unix) that a partition begins with. */
export function startOfDay(partition: string): number {
  const [year, month, dayOfMonth] = [partition.slice(0, 4), partition.slice(4, 6), partition.slice(6, 8)]
  return Date.UTC(Number(year), Number(month) - 1, Number(dayOfMonth)) / 1000
}
