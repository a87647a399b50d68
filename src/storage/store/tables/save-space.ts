import type { ShardClient } from '../../clients/sql-client.ts'
import { internalRead } from '../../contract/internal-read.ts'
import { ofTable } from '../../reads/partitions.ts'
import { number } from '../../sql/literal.ts'
import { eventsTable } from '../../sql/tables.ts'
import type { DayUpdate } from './old-days.ts'
import { redefineWords } from './solo-words.ts'

const read = internalRead('short', 60)
/** For one server: does not wait for the change of the parts, which continues in the background. */
const atOnce = 'SETTINGS alter_sync = 0, mutations_sync = 0'
/**
 * A replicated table accepts the next definition once it has the previous one. Such a table has no parts yet.
 */
const inOrder = 'SETTINGS alter_sync = 1, mutations_sync = 1'
/** Days that versions of the tables before 4 stored: see DayUpdate. */
export const oldDaysTable = 'millrace.old_days'

/**
 * Version 4: the first occurrence is stored only for repeated rows, and the index of words has long words in
 * two pieces and packed rows. The definition changes at once; stored data is rewritten day by day
 * (`lessSpace`) and read correctly meanwhile.
 */
export async function saveSpace(shard: ShardClient): Promise<void> {
  await shard.command(
    `CREATE TABLE IF NOT EXISTS ${shard.own(oldDaysTable)} (day UInt32, begun UInt8) ENGINE = ${shard.engineOf(oldDaysTable)} ORDER BY day SETTINGS fsync_after_insert = 1`,
  )
  await shard.insert(
    `INSERT INTO ${shard.own(oldDaysTable)} SELECT DISTINCT toUInt32(partition), 0 FROM system.parts WHERE active AND ${ofTable(shard, eventsTable)}`,
    { async_insert: 0 },
  )
  await shard.command(`SYSTEM STOP MERGES ${shard.own(eventsTable)}`)
  try {
    await changeDefinition(shard)
  } finally {
    await shard.command(`SYSTEM START MERGES ${shard.own(eventsTable)}`)
  }
}

async function changeDefinition(shard: ShardClient): Promise<void> {
  const own = shard.own(eventsTable)
  const settings = shard.isReplicated ? inOrder : atOnce
  const stored = await shard.select(
    `SELECT name FROM system.columns WHERE ${ofTable(shard, eventsTable)} AND name = 'began'`,
    read,
  )
  if (stored.length === 0) await shard.command(`ALTER TABLE ${own} RENAME COLUMN first TO began ${settings}`)
  await shard.command(
    `ALTER TABLE ${own} MODIFY COLUMN began DateTime64(6, 'UTC') CODEC(ZSTD(1)),
     ADD COLUMN IF NOT EXISTS first DateTime64(6, 'UTC') ALIAS if(repeat = 0, ts, began) ${settings}`,
  )
  // The index of existing parts stays valid for them: see `piecesOf`.
  const packed = "MODIFY SETTING text_index_posting_list_codec = 'bitpacking'"
  for (const statement of redefineWords(shard, [packed], settings)) await shard.command(statement)
}

/** Rewrites the days that versions before 4 stored, so that they take as little space as newer days. */
export const lessSpace: DayUpdate = {
  table: oldDaysTable,
  title: 'rewriting older days',
  async start(shard, { day, bytes, daysLeft }, log) {
    log(`rewriting day ${day}: ${Math.ceil(bytes / 1e6)} MB; ${daysLeft} older days are left`)
    const partition = `IN PARTITION ${number(day)}`
    // A first row's `ts` is its first occurrence: `began` is only read in rows of repeats.
    await shard.command(
      `ALTER TABLE ${shard.own(eventsTable)} UPDATE began = toDateTime64(0, 6, 'UTC') ${partition} WHERE repeat = 0, REWRITE PARTS ${partition} SETTINGS mutations_sync = 0`,
    )
    return true
  },
}
