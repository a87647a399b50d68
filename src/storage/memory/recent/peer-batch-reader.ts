import { setTimeout } from 'node:timers/promises'
import type { SqlClient } from '../../clients/sql-client.ts'
import type { Read } from '../../contract/event-store.ts'
import { internalRead } from '../../contract/internal-read.ts'
import type { LoggedBatch } from '../../journal/logged-batch.ts'
import { byIndex } from '../../sql/by-index.ts'
import { number } from '../../sql/literal.ts'
import { within } from '../../sql/scope.ts'
import { eventsTable } from '../../sql/tables.ts'
import { batchColumns } from './read-newest-rows.ts'
import { RecentBatch } from './recent-batch.ts'
import type { RecentBatches } from './recent-batches.ts'

const readTimeoutSeconds = 5
/** Maximum batches read at a time. Counting more from the table is faster than reading them one by one. */
const maxReads = 8
/** Maximum bytes of a batch. */
const maxBytes = 8_000_000
/** A lagging replica gets the rows a moment later, so a read of too few rows is repeated after `retryMs`. */
const maxAttempts = 3
const retryMs = 100

/** A batch that another process has appended. */
type PeerBatch = Pick<LoggedBatch, 'number' | 'rows' | 'minutes'>

interface PeerBatchReaderOptions {
  client: Pick<SqlClient, 'bytes' | 'ready'>
  recentBatches: Pick<RecentBatches, 'readFrom'>
  /** Called whenever no read is running any longer, whether the last one succeeded or failed. */
  ended: () => void
}

/**
 * Reads batches of other processes that share the store into RecentBatches, from the table, once the log says
 * that their rows are readable. (RecentBatches reads this process's own batches from their spool files.) A
 * batch may stay unread: statements then update the counts in memory, and the newest rows are dropped.
 */
export class PeerBatchReader {
  readonly #options: PeerBatchReaderOptions
  /** The running reads. */
  readonly #reads = new Set<Promise<void>>()
  readonly #closing = new AbortController()

  constructor(options: PeerBatchReaderOptions) {
    this.#options = options
  }

  get isReading(): boolean {
    return this.#reads.size > 0
  }

  /**
   * Begins to read batches. Reads none of them if too many would be read at a time, or if a part of the table
   * is unavailable.
   */
  read(batches: readonly PeerBatch[]): void {
    const { client, recentBatches, ended } = this.#options
    if (this.#reads.size + batches.length > maxReads || !client.ready) return
    for (const batch of batches) {
      const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(readTimeoutSeconds * 1_000)])
      const read = { ...internalRead('short', readTimeoutSeconds), signal }
      const { number: sequence, rows } = batch
      const readBatch = () => readWholeBatch(client, batch, read)
      const reading = recentBatches.readFrom(readBatch, { sequence, rows }).finally(() => {
        this.#reads.delete(reading)
        if (!this.isReading) ended()
      })
      this.#reads.add(reading)
    }
  }

  /** Resolves when the batches that are being read now are in memory or have failed. Never rejects. */
  async settled(): Promise<void> {
    await Promise.all(this.#reads)
  }

  close(): void {
    this.#closing.abort(new Error('the store is closed'))
  }
}

/**
 * Rejects when the table lacks some of the batch's rows: memory would take the other rows for all of them.
 */
async function readWholeBatch(
  client: Pick<SqlClient, 'bytes'>,
  { number: sequence, rows, minutes }: PeerBatch,
  read: Omit<Read, 'account'>,
): Promise<RecentBatch> {
  const span = within((minutes[0] ?? 0) * 60, ((minutes.at(-1) ?? 0) + 1) * 60)
  const condition = `${span} AND ${byIndex(`batch = ${number(sequence)}`)}`
  const sql = `SELECT ${batchColumns} FROM ${eventsTable} WHERE ${condition}`
  for (let attempt = 1; ; attempt++) {
    const batch = new RecentBatch(await client.bytes(sql, read, maxBytes), sequence, rows)
    if (batch.size === rows) return batch
    if (attempt === maxAttempts) throw new Error(`the table has ${batch.size} of ${rows} rows of a batch`)
    await setTimeout(retryMs, undefined, { signal: read.signal })
  }
}
