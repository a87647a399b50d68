import type { SqlClient } from '../clients/sql-client.ts'
import { RecentBatches } from '../memory/recent/recent-batches.ts'
import { Rollups } from '../memory/rollups/rollups.ts'
import { currentReads } from './current-reads.ts'
import { type ReadParts, sqlReads } from './sql-reads.ts'
import type { SqlReads } from './sql-store.ts'

type StoreParts = Omit<ReadParts, 'client' | 'rollups' | 'recentRows' | 'newest' | 'hints'>

/**
 * Reads by another client, which may see fewer rows. They use rows only, since counts and rows in memory
 * cover the whole store. The days, names and minutes that the store knows may be more than the client's rows
 * have.
 */
export function rowReads(
  client: SqlClient,
  parts: StoreParts & { catchUp: () => Promise<void>; log: (message: string) => void },
): SqlReads {
  const { journal, estimateRows, catchUp, log } = parts
  // No question is ever frequent enough, so no counts are made.
  const bounds = { minAsked: Number.POSITIVE_INFINITY, minRows: Number.POSITIVE_INFINITY }
  const recentBatches = new RecentBatches(log)
  const rollups = new Rollups({ client, journal, estimateRows, recentBatches, log, ...bounds })
  const reads = sqlReads({
    ...parts,
    client,
    rollups,
    recentRows: { now: () => undefined, prepare: () => {} },
  })
  return { ...reads, ...currentReads(reads, catchUp) }
}
