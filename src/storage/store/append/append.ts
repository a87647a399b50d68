import type { SpoolBatch } from '../../../schema/event/row.ts'
import type { AppendTurns } from '../../journal/append-turns.ts'
import type { RecentBatches } from '../../memory/recent/recent-batches.ts'

/**
 * Inserts the rows of spool files exactly once each, in one statement or one per file. Rejects with a
 * BatchRefusedError when a file does not hold rows.
 */
export type InsertFiles = (batches: readonly SpoolBatch[]) => Promise<void>

/** Appends batches to the table, as EventStore.append does. */
export async function append(
  insertFiles: InsertFiles,
  { turns, recentBatches }: { turns: AppendTurns; recentBatches: RecentBatches },
  batches: readonly SpoolBatch[],
): Promise<void> {
  const begun = await turns.begin(batches)
  await Promise.all([insertFiles(begun), ...begun.map(batch => recentBatches.read(batch))])
  await turns.end(batches)
}
