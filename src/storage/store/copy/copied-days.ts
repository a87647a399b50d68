import type { ShardClient, SqlClient } from '../../clients/sql-client.ts'
import { internalRead } from '../../contract/internal-read.ts'
import { ofTable, partitionRows } from '../../reads/partitions.ts'
import { number, text } from '../../sql/literal.ts'
import { eventsTable, stagingTable } from '../../sql/tables.ts'
import { syncReplicas } from './staged-day.ts'

/** Table of the states of copied days, in the first shard; qualified. */
const copiedDaysTable = 'millrace.copied_days'

/** verified: complete and equal to the source, waiting in the staging table. attached: among the events. */
type CopyState = 'verified' | 'attached'
const numberOfState = { verified: 1, attached: 2 } as const satisfies Record<CopyState, number>

export interface CopiedDay {
  /** The partition, YYYYMMDD. */
  day: string
  rows: number
  /** See day-sums.ts. */
  checksum: string
  state: CopyState
}

const read = internalRead('short', 60)

type Shards = Pick<SqlClient, 'shards'>

/** Creates the staging table of each shard, and the table of copied days. Safe to repeat. */
export async function createCopyTables({ shards }: Shards): Promise<void> {
  for (const shard of shards) {
    const [events, staging] = [shard.own(eventsTable), shard.own(stagingTable)]
    const [[engine] = []] = await shard.select(
      `SELECT engine_full FROM system.tables WHERE ${ofTable(shard, eventsTable)}`,
      read,
    )
    // Keys and settings equal the events table's. Only the path in Keeper differs, for replicated tables.
    // Replaces `MergeTree` or `ReplicatedMergeTree('path', 'replica')`; the clauses after it stay.
    const stagingEngine = String(engine).replace(/^\w+(\([^)]*\))?/, () => shard.engineOf(stagingTable))
    await shard.onReplicas(`CREATE TABLE IF NOT EXISTS ${staging} AS ${events} ENGINE = ${stagingEngine}`)
  }
  const [first] = shards
  await first.onReplicas(
    `CREATE TABLE IF NOT EXISTS ${first.own(copiedDaysTable)} (day UInt32, rows UInt64, checksum UInt64, state UInt8)
     ENGINE = ${first.engineOf(copiedDaysTable, 'ReplacingMergeTree', 'state')} ORDER BY day SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`,
  )
}

/** Copied days, newest first; empty when nothing was ever copied. */
export async function readCopiedDays({ shards: [first] }: Shards): Promise<CopiedDay[]> {
  const own = first.own(copiedDaysTable)
  const [[tables] = []] = await first.select(
    `SELECT count() FROM system.tables WHERE ${ofTable(first, copiedDaysTable)}`,
    read,
  )
  if (tables === 0) return []
  const rows = await first.select(
    `SELECT day, rows, toString(checksum), state FROM ${own} FINAL ORDER BY day DESC`,
    read,
  )
  return rows.map(([day, count, checksum, state]) => ({
    day: String(day),
    rows: Number(count),
    checksum: String(checksum),
    state: state === numberOfState.attached ? 'attached' : 'verified',
  }))
}

/** Records a day's state, which never returns to an earlier one. Resolves when all replicas have it. */
export async function recordDay(
  { shards: [first] }: Shards,
  { day, rows, checksum, state }: CopiedDay,
): Promise<void> {
  const values = [
    number(Number(day)),
    number(rows),
    `toUInt64(${text(checksum)})`,
    number(numberOfState[state]),
  ]
  await first.insert(`INSERT INTO ${first.own(copiedDaysTable)} SELECT ${values.join(', ')}`, {
    async_insert: 0,
  })
  await syncReplicas(first, copiedDaysTable)
}

/** The shard with the copy of a day, or with a part of it; undefined when no shard has one. */
export async function shardWithCopy({ shards }: Shards, day: string): Promise<ShardClient | undefined> {
  for (const shard of shards)
    if ((await partitionRows({ shards: [shard] }, stagingTable, read)).has(day)) return shard
  return undefined
}
