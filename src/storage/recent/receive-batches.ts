import { internalRead } from '../internal-read.ts'
import type { LoggedBatch } from '../journal/logged-batch.ts'
import { byIndex } from '../sql/by-index.ts'
import { eventsTable } from '../sql/columns.ts'
import { number } from '../sql/literal.ts'
import { within } from '../sql/scope.ts'
import type { SqlClient } from '../sql-client.ts'
import { batchColumns } from './read-newest-rows.ts'
import type { RecentBatches } from './recent-batches.ts'

const read = internalRead('short', 5)
/** With more at once, what is in memory is counted anew from the table sooner than they are read one by one. */
const maxBatches = 8
const maxBytes = 8_000_000

type Received = Pick<LoggedBatch, 'number' | 'rows' | 'minutes'>

/** Reads batches that other processes have appended from the table, as this one reads its own from their files. Never rejects. */
export async function receiveBatches(
  client: Pick<SqlClient, 'bytes'>,
  recentBatches: RecentBatches,
  batches: readonly Received[],
): Promise<void> {
  if (batches.length > maxBatches) return
  const bytesOf = ({ number: batch, minutes }: Received) => {
    const span = within((minutes[0] ?? 0) * 60, ((minutes.at(-1) ?? 0) + 1) * 60)
    const rows = `FROM ${eventsTable} WHERE ${span} AND ${byIndex(`batch = ${number(batch)}`)}`
    return client.bytes(`SELECT ${batchColumns} ${rows} FORMAT RowBinary`, read, maxBytes)
  }
  await Promise.all(
    batches.map(batch => {
      const { number: sequence, rows } = batch
      return recentBatches.readFrom(() => bytesOf(batch), { sequence, rows }, true)
    }),
  )
}
