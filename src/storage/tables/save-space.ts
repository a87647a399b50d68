import { internalRead } from '../internal-read.ts'
import { eventsTable } from '../sql/columns.ts'
import { indexedWords } from '../sql/long-words.ts'
import type { SqlClient } from '../sql-client.ts'

const read = internalRead('short', 60)
/** Not waiting for the parts to be changed, which goes on behind the work. */
const atOnce = 'SETTINGS alter_sync = 0, mutations_sync = 0'
/** Days that versions before this one stored, once more with `begun` when the engine rewrites them. */
export const oldDaysTable = 'millrace.old_days'

/**
 * Version 4: the first occurrence is stored for repeated rows alone, and the index of words has long words in two pieces and packed rows.
 * The definition changes at once, what is stored is rewritten day by day (old-days.ts) and read rightly meanwhile.
 */
export async function saveSpace(client: SqlClient): Promise<void> {
  await client.command(
    `CREATE TABLE IF NOT EXISTS ${oldDaysTable} (day UInt32, begun UInt8) ENGINE = MergeTree ORDER BY day SETTINGS fsync_after_insert = 1`,
  )
  await client.insert(
    `INSERT INTO ${oldDaysTable} SELECT DISTINCT toUInt32(partition), 0 FROM system.parts WHERE active AND database = 'millrace' AND table = 'events'`,
    { async_insert: 0 },
  )
  await client.command(`SYSTEM STOP MERGES ${eventsTable}`)
  try {
    await changeDefinition(client)
  } finally {
    await client.command(`SYSTEM START MERGES ${eventsTable}`)
  }
}

async function changeDefinition(client: SqlClient): Promise<void> {
  const stored = await client.select(
    "SELECT name FROM system.columns WHERE database = 'millrace' AND table = 'events' AND name = 'began'",
    read,
  )
  if (stored.length === 0)
    await client.command(`ALTER TABLE ${eventsTable} RENAME COLUMN first TO began ${atOnce}`)
  await client.command(
    `ALTER TABLE ${eventsTable} MODIFY COLUMN began DateTime64(6, 'UTC') CODEC(ZSTD(1)),
     ADD COLUMN IF NOT EXISTS first DateTime64(6, 'UTC') ALIAS if(repeat = 0, ts, began) ${atOnce}`,
  )
  // The engine would delete the index of the parts there are, which stays right for them: see `piecesOf`.
  await client.command(
    `ALTER TABLE ${eventsTable} DROP INDEX IF EXISTS words,
     ADD INDEX words message TYPE text(tokenizer = splitByNonAlpha, preprocessor = ${indexedWords('message')}),
     MODIFY SETTING text_index_posting_list_codec = 'bitpacking' ${atOnce}`,
  )
  await client.command(
    "KILL MUTATION WHERE database = 'millrace' AND table = 'events' AND command LIKE '%DROP INDEX%words%'",
  )
}
