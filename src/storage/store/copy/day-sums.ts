import { rowColumns } from '../../../schema/event/row.ts'
import type { ShardClient, SqlClient } from '../../clients/sql-client.ts'
import { internalRead } from '../../contract/internal-read.ts'
import { list, number } from '../../sql/literal.ts'

const read = internalRead('long', 3_600)

/** SQL of all columns of a row. Tags are text, since engines may lay out their paths differently. */
export const rowValues = list([
  ...rowColumns.map(([name]) => (name === 'tags' ? 'toString(tags)' : name)),
  'batch',
])
const checksum = `sum(sipHash64(${rowValues}))`

/** Sums of a day's rows: equal for equal rows, regardless of their order and parts. */
export interface DaySums {
  rows: number
  /** The sum of the hashes of all rows over all columns, modulo 2^64. */
  checksum: string
}

/** Condition of the rows of a day, YYYYMMDD. */
export function inDay(day: string): string {
  return `toYYYYMMDD(sec) = ${number(Number(day))}`
}

export async function daySums(
  client: Pick<ShardClient, 'select'>,
  table: string,
  day: string,
): Promise<DaySums> {
  const [[rows, sum] = []] = await client.select(
    `SELECT count(), toString(${checksum}) FROM ${table} WHERE ${inDay(day)}`,
    read,
  )
  return { rows: Number(rows), checksum: String(sum) }
}

/** The count and the checksum of the rows of each batch in an hour of a day, as one text to compare. */
export async function batchSums(
  client: SqlClient,
  table: string,
  day: string,
  hour: number,
): Promise<Map<number, string>> {
  const rows = await client.select(
    `SELECT batch, count(), toString(${checksum}) FROM ${table} WHERE ${inDay(day)} AND toHour(sec) = ${number(hour)} GROUP BY batch`,
    read,
  )
  return new Map(rows.map(([batch, count, sum]) => [Number(batch), `${count} ${sum}`]))
}
