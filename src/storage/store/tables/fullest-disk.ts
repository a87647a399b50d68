import { type DiskSpace, diskLevel } from '../../../telemetry/disk-watch.ts'
import type { SqlClient } from '../../clients/sql-client.ts'
import type { Read } from '../../contract/event-store.ts'
import { type DailyTable, ofTable } from '../../reads/partitions.ts'
import { eventsTable } from '../../sql/tables.ts'

/**
 * The disk of a table with the smallest free share, across all shards that answer; `unmeasured` gives the
 * reason when a shard did not answer. undefined while the table is empty. Rejects when no shard with the
 * table answers.
 */
export async function fullestDisk(
  { shards }: Pick<SqlClient, 'shards'>,
  table: DailyTable,
  read: Read,
): Promise<DiskSpace | undefined> {
  const answers = await Promise.allSettled(
    shards.map(shard =>
      shard.select(
        `SELECT total_space, free_space FROM system.disks
         WHERE total_space > 0 AND name IN (SELECT disk_name FROM system.parts WHERE active AND ${ofTable(shard, table)})
         ORDER BY free_space / total_space LIMIT 1`,
        read,
      ),
    ),
  )
  const disks = answers
    .flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
    .map(([total, free]) => ({ total: Number(total), free: Number(free) }))
  const fullest = disks.sort((a, b) => a.free / a.total - b.free / b.total)[0]
  const failed = answers.find(answer => answer.status === 'rejected')
  if (fullest === undefined && failed !== undefined) throw failed.reason
  return fullest && { ...fullest, ...(failed && { unmeasured: failed.reason }) }
}

interface FullDiskSearch {
  client: SqlClient
  /** The fullest disk of the events; read from the engine when absent. */
  disk?: (() => Promise<DiskSpace | undefined>) | undefined
  /** Free bytes of that disk below which no events are accepted. */
  diskFloor?: number | undefined
}

/** Whether the fullest disk of the events is nearly full. */
export async function isDiskFull(
  { client, disk, diskFloor = 0 }: FullDiskSearch,
  read: Read,
): Promise<boolean> {
  const space = await (disk?.() ?? fullestDisk(client, eventsTable, read))
  return space !== undefined && diskLevel({ ...space, floor: diskFloor }) === 'critical'
}
