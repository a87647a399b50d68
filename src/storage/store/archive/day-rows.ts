import type { ArchivedFile } from '../../../schema/store/archive.ts'
import type { SqlClient } from '../../clients/sql-client.ts'
import { internalRead } from '../../contract/internal-read.ts'
import { daySeconds } from '../../contract/time-span.ts'
import type { StoreJournal } from '../../journal/journal.ts'
import { number } from '../../sql/literal.ts'
import { within } from '../../sql/scope.ts'
import { eventsTable } from '../../sql/tables.ts'
import type { DaySums } from '../copy/day-sums.ts'
import { type ArchivedDay, lastBatchOf } from './archived-days.ts'

const read = { ...internalRead('long', 3_600), isBackground: true }
const checksumModulus = 2n ** 64n

/** Condition of the table's rows of an archived day. */
export function inArchivedDay({ start }: Pick<ArchivedDay, 'start'>): string {
  return within(start, start + daySeconds)
}

/** Number of the table's rows of archived batches of a day. */
export async function rowsInTable(client: SqlClient, day: ArchivedDay): Promise<number> {
  const [[rows] = []] = await client.select(
    `SELECT count() FROM ${eventsTable} WHERE ${inArchivedDay(day)} AND batch <= ${number(lastBatchOf(day))}`,
    read,
  )
  return Number(rows)
}

/** Whether sums are the sums of all rows of files. */
export function haveSums({ rows, checksum }: DaySums, files: readonly ArchivedFile[]): boolean {
  const wanted = files.reduce((sum, file) => sum + BigInt(file.checksum), 0n) % checksumModulus
  return rows === files.reduce((sum, file) => sum + file.rows, 0) && BigInt(checksum) === wanted
}

/** Whether a day has had no new rows since a number of the journal, and gets no rows at the moment. */
export function isSettled(journal: StoreJournal, start: number, number: number): boolean {
  const span = { from: start, to: start + daySeconds }
  return journal.settledUntil(span, number) >= span.to
}
