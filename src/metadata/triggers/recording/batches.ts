// Remembers which batches of events are recorded, so that a batch that comes again changes nothing.

import { sql } from 'kysely'
import type { Database } from '../../database/tables.ts'

/**
 * Records that are kept of a node: this many with the newest numbers, and this many that were recorded last.
 * Ingest sends a batch again only if it was on its way when the service ended, or is one of the few files
 * that it keeps after delivery.
 */
const maxRecordedBatches = 10_000

/** The node of a service that has the metadata alone, and of records from before a service became a node. */
export const onlyNode = 0

/** The given batches of a node that are not recorded yet. */
export async function findUnrecorded(
  db: Database,
  node: number,
  sequences: readonly number[],
): Promise<ReadonlySet<number>> {
  const remainingSequences = new Set(sequences)
  const rows = await db
    .selectFrom('recorded_batches')
    .select('sequence')
    .where('node', 'in', [onlyNode, node])
    .where('sequence', 'in', [...remainingSequences])
    .execute()
  for (const { sequence } of rows) remainingSequences.delete(sequence)
  return remainingSequences
}

/** Records batches of a node, which are not recorded yet. */
export async function markRecorded(
  db: Database,
  node: number,
  sequences: ReadonlySet<number>,
  now: number,
): Promise<void> {
  const rows = Array.from(sequences, sequence => ({ node, sequence, recorded_at: now }))
  await db.insertInto('recorded_batches').values(rows).execute()
}

/**
 * Removes records beyond the bound. Numbers rise even if the clock is set back, since the spool always keeps
 * its last files, so the newest batches are kept by number. A batch that the store refused for a long time
 * has an old number, and is kept by time.
 */
export async function trimRecorded(db: Database, node: number): Promise<void> {
  const newestBy = (column: 'sequence' | 'recorded_at') =>
    sql`select sequence from recorded_batches where node = ${node}
      order by ${sql.ref(column)} desc, sequence desc limit ${maxRecordedBatches}`
  await sql`delete from recorded_batches where node = ${node}
    and sequence not in (${newestBy('sequence')}) and sequence not in (${newestBy('recorded_at')})`.execute(
    db,
  )
}
