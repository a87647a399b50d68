import type { SqlClient } from './sql-client.ts'
import { startOfDay } from './statistics.ts'

const day = 86_400
const read = { signal: new AbortController().signal, lane: 'short', timeout: 60 } as const

/**
 * Drops every day of a table (of the database millrace) that ended more than `days` days before `now` (Unix seconds). `drop` is
 * given the partition, YYYYMMDD, and where it starts. Answers the days dropped.
 */
export async function dropExpiredDays(
  client: SqlClient,
  table: 'events' | 'figures',
  days: number,
  now: number,
  drop: (partition: string, start: number) => Promise<void>,
): Promise<string[]> {
  const rows = await client.select(
    `SELECT DISTINCT partition FROM system.parts WHERE active AND database = 'millrace' AND table = '${table}' ORDER BY partition`,
    read,
  )
  const expired = rows
    .map(([partition]) => String(partition))
    .filter(name => /^\d{8}$/.test(name) && startOfDay(name) + day < now - days * day)
  for (const partition of expired) await drop(partition, startOfDay(partition))
  return expired
}
