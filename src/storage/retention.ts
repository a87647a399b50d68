import { eventsTable } from './sql/columns.ts'
import type { SqlClient } from './sql-client.ts'
import { startOfDay } from './statistics.ts'

const day = 86_400
const read = { signal: new AbortController().signal, lane: 'short', timeout: 60 } as const

/** Drops every day that ended more than `days` days before `now` (Unix seconds). Answers the days dropped, YYYYMMDD. */
export async function dropExpiredDays(client: SqlClient, days: number, now: number): Promise<string[]> {
  const rows = await client.select(
    `SELECT DISTINCT partition FROM system.parts WHERE active AND database = 'millrace' AND table = 'events' ORDER BY partition`,
    read,
  )
  const expired = rows
    .map(([partition]) => String(partition))
    .filter(name => startOfDay(name) + day < now - days * day)
  for (const partition of expired) {
    if (/^\d{8}$/.test(partition))
      await client.command(`ALTER TABLE ${eventsTable} DROP PARTITION ${partition}`)
  }
  return expired
}
