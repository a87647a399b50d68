import type { SqlClient } from '../../clients/sql-client.ts'
import { internalRead } from '../../contract/internal-read.ts'
import { eventsTable } from '../../sql/tables.ts'

const setting = 'max_bytes_to_merge_at_max_space_in_pool'
/**
 * Maximum bytes of one merge, per byte of the engine's memory. A merge holds about two bytes for each of its
 * rows until it ends, as it maps the rows of the index of words to their new places: 360 MB for the 180
 * million events (14 GB) of an hour at 50,000 a second, for many minutes. With the default of 900 MB a merge
 * reads 3.6 GB at most: 45 million such events and some 90 MB, or three times that for very short ones.
 */
const bytesPerByteOfMemory = 4

/**
 * Keeps merges from taking the memory of statements: a day with more bytes stays in several parts. `memory`:
 * bytes that the engine may use.
 */
export async function boundMerges(client: SqlClient, memory: number): Promise<void> {
  const wanted = `${setting} = ${Math.floor(memory * bytesPerByteOfMemory)}`
  const [row] = await client.select(
    "SELECT engine_full FROM system.tables WHERE database = 'millrace' AND name = 'events'",
    internalRead('short', 60),
  )
  if (`${row?.[0]},`.includes(`${wanted},`)) return
  await client.command(`ALTER TABLE ${eventsTable} MODIFY SETTING ${wanted}`)
}
