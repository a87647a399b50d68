import type { ShardClient, SqlClient } from '../../clients/sql-client.ts'
import { internalRead } from '../../contract/internal-read.ts'
import { daySeconds } from '../../contract/time-span.ts'
import { partitionRows, startOfDay } from '../../reads/partitions.ts'
import { text } from '../../sql/literal.ts'
import { within } from '../../sql/scope.ts'
import { figuresTable } from '../../sql/tables.ts'
import type { InsertRows } from './staging-insert.ts'

const read = internalRead('long', 600)
const hour = 3_600
const columns = 'sec, kind, series, values'
const structure = "sec DateTime('UTC'), kind String, series String, values Array(Float64)"

/**
 * Copies the figures of the host and of ingest into the first shard, hour by hour. Safe to repeat: skips rows
 * that the shard has.
 */
export async function copyFigures(
  source: SqlClient,
  target: ShardClient,
  insert: InsertRows,
  signal: AbortSignal,
): Promise<number> {
  const own = target.own(figuresTable)
  let copied = 0
  for (const day of (await partitionRows(source, figuresTable, read)).keys()) {
    const start = startOfDay(day)
    for (let from = start; from < start + daySeconds; from += hour) {
      signal.throwIfAborted()
      const where = within(from, from + hour)
      const [[count] = []] = await source.select(`SELECT count() FROM ${figuresTable} WHERE ${where}`, read)
      if (count === 0) continue
      const bytes = await source.bytes(`SELECT ${columns} FROM ${figuresTable} WHERE ${where}`, read)
      await insert(
        0,
        `INSERT INTO ${own} (${columns}) SELECT ${columns} FROM input(${text(structure)})
         WHERE (sec, kind, series) NOT IN (SELECT sec, kind, series FROM ${own} WHERE node = '' AND ${where}) FORMAT RowBinary`,
        bytes,
      )
      copied += Number(count)
    }
  }
  return copied
}
