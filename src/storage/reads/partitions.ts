import type { ShardClient, SqlClient } from '../clients/sql-client.ts'
import type { Read } from '../contract/event-store.ts'
import { text } from '../sql/literal.ts'
import type { eventsTable, figuresTable, stagingTable } from '../sql/tables.ts'

/** A table that is partitioned by day, qualified. */
export type DailyTable = typeof eventsTable | typeof figuresTable | typeof stagingTable

/** The size of a partition over all shards, counting one replica of each. */
export interface PartitionSize {
  rows: number
  /** On disk, with indexes. */
  bytes: number
  /** The latest second (Unix) of its rows; deleted rows may count too. */
  newest: number
}

/**
 * The size of each partition of a table over all shards, oldest first. Tables are partitioned by day: the
 * names are YYYYMMDD.
 */
export async function partitionSizes(
  { shards }: Pick<SqlClient, 'shards'>,
  table: DailyTable,
  read: Read,
): Promise<Map<string, PartitionSize>> {
  const answers = await Promise.all(
    shards.map(shard =>
      shard.select(
        `SELECT partition, sum(rows), sum(bytes_on_disk), toUnixTimestamp(max(max_time)) FROM system.parts WHERE active AND ${ofTable(shard, table)} GROUP BY partition`,
        read,
      ),
    ),
  )
  const sizes = new Map<string, PartitionSize>()
  for (const [partition, ...figures] of answers.flat()) {
    const [rows = 0, bytes = 0, newest = 0] = figures.map(Number)
    const sumSoFar = sizes.get(String(partition))
    sizes.set(String(partition), {
      rows: (sumSoFar?.rows ?? 0) + rows,
      bytes: (sumSoFar?.bytes ?? 0) + bytes,
      newest: Math.max(sumSoFar?.newest ?? 0, newest),
    })
  }
  return new Map([...sizes].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The number of rows of each partition, in the same way as `partitionSizes`. */
export async function partitionRows(
  client: Pick<SqlClient, 'shards'>,
  table: DailyTable,
  read: Read,
): Promise<Map<string, number>> {
  const sizes = await partitionSizes(client, table, read)
  return new Map([...sizes].map(([partition, { rows }]) => [partition, rows]))
}

/** A condition for system tables that selects the shard's own table behind a table of the store. */
export function ofTable(shard: Pick<ShardClient, 'own'>, table: string): string {
  const [database = '', name = ''] = shard.own(table).split('.')
  return `database = ${text(database)} AND table = ${text(name)}`
}

/** The name of the partition that contains a second (Unix). */
export function partitionOf(second: number): string {
  return new Date(second * 1_000).toISOString().slice(0, 10).replaceAll('-', '')
}

/** The second (Unix) at which a partition begins. */
export function startOfDay(partition: string): number {
  const [year, month, dayOfMonth] = [partition.slice(0, 4), partition.slice(4, 6), partition.slice(6, 8)]
  return Date.UTC(Number(year), Number(month) - 1, Number(dayOfMonth)) / 1000
}
