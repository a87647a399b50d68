import type { ShardClient, SqlClient } from '../../clients/sql-client.ts'
import { internalRead } from '../../contract/internal-read.ts'
import { daySeconds } from '../../contract/time-span.ts'
import { startOfDay } from '../../reads/partitions.ts'
import { eventsTable, stagingTable } from '../../sql/tables.ts'
import { shardWithCopy } from './copied-days.ts'
import { CopyError } from './copy-error.ts'
import { type DayChunk, DayChunks, lastKey } from './day-chunks.ts'
import { type DaySums, daySums, inDay } from './day-sums.ts'
import { type InsertRows, insertIntoStaging, untilInserted } from './staging-insert.ts'
import { syncReplicas } from './sync-replicas.ts'

const read = internalRead('short', 60)

export interface CopyEnds {
  source: SqlClient
  target: SqlClient
  /** Runs on the target. */
  insert: InsertRows
  /** Weights of the target's shards: their shares of the days. */
  weights: readonly number[]
  /** Maximum rows of a chunk; lowered in tests. */
  maxChunkRows?: number
  signal: AbortSignal
}

/**
 * Copies a day into the staging table, resuming an earlier attempt. Chunks go in order, each wholly or not at
 * all, so the highest row there shows the progress. Returns the sums that both tables have of the day. Throws
 * a CopyError when they differ. Calls `onProgress` with the number of copied rows.
 */
export async function copyDay(
  ends: CopyEnds,
  day: string,
  onProgress: (rows: number) => void = () => {},
): Promise<DaySums> {
  const { source } = ends
  const shard = await shardOf(ends, day)
  const staging = shard.own(stagingTable)
  const chunks = await DayChunks.open(source, eventsTable, day, ends.maxChunkRows)
  await copyChunks(ends, shard, { chunks, day }, onProgress)
  await syncReplicas(shard, stagingTable)
  const [wanted, copied] = [await daySums(source, eventsTable, day), await daySums(shard, staging, day)]
  if (wanted.rows === copied.rows && wanted.checksum === copied.checksum) return wanted
  await shard.command(`ALTER TABLE ${staging} DROP PARTITION ${Number(day)}`)
  throw new CopyError(
    `The copy of ${day} had ${copied.rows} rows with the checksum ${copied.checksum}, the source has ${wanted.rows} with ${wanted.checksum}. It is removed; run the command again.`,
  )
}

async function copyChunks(
  { target, insert, signal }: CopyEnds,
  shard: ShardClient,
  { chunks, day }: { chunks: DayChunks; day: string },
  onChunk: (rowsDone: number) => void,
): Promise<void> {
  await untilInserted(shard, signal)
  await syncReplicas(shard, stagingTable)
  const staging = shard.own(stagingTable)
  const after = await lastKey(shard, staging, day)
  const [[earlier] = []] = await shard.select(`SELECT count() FROM ${staging} WHERE ${inDay(day)}`, read)
  let done = Number(earlier)
  // Reads one chunk while the previous one is inserted.
  let next = chunks.after(after, signal)
  for (;;) {
    const chunk: DayChunk | undefined = await next
    if (chunk === undefined) return
    next = chunks.after(chunk.last, signal)
    next.catch(() => {})
    await insert(target.shards.indexOf(shard), insertIntoStaging(shard), chunk.bytes)
    done += chunk.rows
    onChunk(done)
  }
}

/**
 * The shard that gets the whole day: the shard that already has a part of it, otherwise by weight, day after
 * day.
 */
async function shardOf(
  { target, weights }: Pick<CopyEnds, 'target' | 'weights'>,
  day: string,
): Promise<ShardClient> {
  const begun = await shardWithCopy(target, day)
  if (begun !== undefined) return begun
  let at = (startOfDay(day) / daySeconds) % weights.reduce((sum, weight) => sum + weight, 0)
  const index = weights.findIndex(weight => {
    at -= weight
    return at < 0
  })
  const shard = target.shards[index]
  if (shard === undefined) throw new RangeError('no shard takes days')
  return shard
}
