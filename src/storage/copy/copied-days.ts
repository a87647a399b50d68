import { internalRead } from '../internal-read.ts'
import { number, text } from '../sql/literal.ts'
import type { SqlClient } from '../sql-client.ts'

/** Days of another store, each whole in a partition, that the Millrace of this server has not taken into its events yet; qualified. */
export const stagingTable = 'millrace.events_copy'
/** What is known of them; qualified. */
const copiedDaysTable = 'millrace.copied_days'

/** verified: whole and as in the source, waiting in the staging table. attached: among the events. */
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

/** Safe to repeat. */
export async function createCopyTables(client: SqlClient, eventsTable: string): Promise<void> {
  await client.command(`CREATE TABLE IF NOT EXISTS ${stagingTable} AS ${eventsTable}`)
  await client.command(
    `CREATE TABLE IF NOT EXISTS ${copiedDaysTable} (day UInt32, rows UInt64, checksum UInt64, state UInt8)
     ENGINE = ReplacingMergeTree(state) ORDER BY day SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`,
  )
}

/** Days that are copied, newest first; none where nothing was ever copied. */
export async function readCopiedDays(client: SqlClient): Promise<CopiedDay[]> {
  const [[tables] = []] = await client.select(
    "SELECT count() FROM system.tables WHERE database = 'millrace' AND name = 'copied_days'",
    read,
  )
  if (tables === 0) return []
  const rows = await client.select(
    `SELECT day, rows, toString(checksum), state FROM ${copiedDaysTable} FINAL ORDER BY day DESC`,
    read,
  )
  return rows.map(([day, count, checksum, state]) => ({
    day: String(day),
    rows: Number(count),
    checksum: String(checksum),
    state: state === numberOfState.attached ? 'attached' : 'verified',
  }))
}

/** A day never goes back to an earlier state. */
export async function recordDay(client: SqlClient, { day, rows, checksum, state }: CopiedDay): Promise<void> {
  const values = [
    number(Number(day)),
    number(rows),
    `toUInt64(${text(checksum)})`,
    number(numberOfState[state]),
  ]
  await client.insert(`INSERT INTO ${copiedDaysTable} SELECT ${values.join(', ')}`, { async_insert: 0 })
}
