import type { SpoolBatch } from '../schema/row.ts'
import type { StoreJournal } from './journal/journal.ts'
import type { RecentBatches } from './recent/recent-batches.ts'

/** Inserts the rows of spool files, each once, as one statement or one for each. Rejects with a BatchRefusedError when one does not hold rows. */
export type InsertFiles = (batches: readonly SpoolBatch[]) => Promise<void>

/** Appends batches to the table, as EventStore.append does. */
export async function append(
  insertFiles: InsertFiles,
  { journal, recentBatches }: { journal: StoreJournal; recentBatches: RecentBatches },
  batches: readonly SpoolBatch[],
): Promise<void> {
  for (const batch of batches) journal.begin(batch)
  await Promise.all([insertFiles(batches), ...batches.map(batch => recentBatches.read(batch))])
  for (const batch of batches) journal.end(batch)
}
