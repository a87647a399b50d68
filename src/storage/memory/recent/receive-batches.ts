import { setTimeout } from 'node:timers/promises'
import type { SqlClient } from '../../clients/sql-client.ts'
import { internalRead } from '../../contract/internal-read.ts'
import type { LoggedBatch } from '../../journal/logged-batch.ts'
import { byIndex } from '../../sql/by-index.ts'
import { number } from '../../sql/literal.ts'
import { within } from '../../sql/scope.ts'
import { eventsTable } from '../../sql/tables.ts'
import { batchColumns } from './read-newest-rows.ts'
import { RecentBatch } from './recent-batch.ts'
import type { RecentBatches } from './recent-batches.ts'

const read = internalRead('short', 5)
/** With more at once, recounting from the table is faster than reading them one by one. */
const maxBatches = 8
const maxBytes = 8_000_000

type Received = Pick<LoggedBatch, 'number' | 'rows' | 'minutes'>

/** A lagging replica gets the rows a moment later; reads wait meanwhile. */
const maxAttempts = 3
const retryMs = 100

/**
 * Reads batches that other processes appended from the table, like this process's own batches from their
 * files. Never rejects.
 */
export async function receiveBatches(
  client: Pick<SqlClient, 'bytes'>,
  recentBatches: RecentBatches,
  batches: readonly Received[],
): Promise<void> {
  if (batches.length > maxBatches) return
  await Promise.all(
    batches.map(({ number: sequence, rows, minutes }) =>
      recentBatches.readFrom(() => readWhole(client, { number: sequence, rows, minutes }), {
        sequence,
        rows,
      }),
    ),
  )
}

/** Rejects when the table has fewer rows: in memory, they would count as the whole batch. */
async function readWhole(
  client: Pick<SqlClient, 'bytes'>,
  { number: sequence, rows, minutes }: Received,
): Promise<RecentBatch> {
  const span = within((minutes[0] ?? 0) * 60, ((minutes.at(-1) ?? 0) + 1) * 60)
  const condition = `${span} AND ${byIndex(`batch = ${number(sequence)}`)}`
  const sql = `SELECT ${batchColumns} FROM ${eventsTable} WHERE ${condition}`
  for (let attempt = 1; ; attempt++) {
    const batch = new RecentBatch(await client.bytes(sql, read, maxBytes), sequence, rows)
    if (batch.size === rows) return batch
    if (attempt === maxAttempts) throw new Error(`the table has ${batch.size} of ${rows} rows of a batch`)
    await setTimeout(retryMs)
  }
}
