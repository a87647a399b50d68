import type { SpoolBatch } from '../../../schema/event/row.ts'
import type { AppendOutcome, AppendOutcomes, BatchFailure } from '../../contract/append-outcome.ts'
import type { JournalWriter } from '../../journal/journal-writer.ts'
import type { RecentBatches } from '../../memory/recent/recent-batches.ts'

/** Inserts of files into one part of the store, such as a shard. */
export interface InsertPart {
  batches: readonly SpoolBatch[]
  /**
   * Resolves once no statement of the part runs, with the failure of each of `batches`, in their order
   * (undefined: it is stored). Never rejects. The error is a BatchRefusedError when a file does not hold
   * rows.
   */
  done: Promise<readonly (BatchFailure | undefined)[]>
  /** See AppendOutcome.isHeld. */
  isHeld(): boolean
}

/** Inserts the rows of spool files exactly once each. No part waits for another one. */
export type InsertFiles = (batches: readonly SpoolBatch[]) => readonly InsertPart[]

interface AppendContext {
  writer: JournalWriter
  recentBatches: RecentBatches
}

/** The implementation of SqlStore.appendEach. */
export function appendEach(
  insertFiles: InsertFiles,
  context: AppendContext,
  batches: readonly SpoolBatch[],
): AppendOutcomes {
  const outcomes = new Map<SpoolBatch, AppendOutcome>()
  // Resolves once all inserts have started.
  const started = context.writer.begin(batches).then(begun => {
    // Outcomes are by the caller's batches: `begin` may return the batches with other numbers.
    const originals = new Map(begun.map((batch, i) => [batch, batches[i] ?? batch]))
    for (const part of insertFiles(begun)) {
      const files = part.batches.map(batch => originals.get(batch) ?? batch)
      const ended = endPart(context, part, files)
      const isHeld = part.isHeld.bind(part)
      for (const [i, file] of files.entries())
        outcomes.set(file, { ended: ended.then(failures => failures[i]), isHeld })
    }
  })
  const endOf = async (batch: SpoolBatch) => {
    try {
      await started
      const outcome = outcomes.get(batch)
      if (outcome === undefined) throw new RangeError(`no insert has the batch ${batch.sequence}`)
      return await outcome.ended
    } catch (error) {
      return { error, part: '' }
    }
  }
  return batches.map(batch => ({
    ended: endOf(batch),
    isHeld: () => outcomes.get(batch)?.isHeld() === true,
  }))
}

/** Resolves once all outcomes are known. Rejects with the error of the first batch that is not stored. */
export async function untilStored(outcomes: AppendOutcomes): Promise<void> {
  const failures = await Promise.all(outcomes.map(({ ended }) => ended))
  for (const failure of failures) if (failure !== undefined) throw failure.error
}

/**
 * Waits for a part's inserts, then records in the journal that the stored batches are readable. Never
 * rejects: if the journal cannot record them, they count as failed. `files`: the part's batches as the caller
 * gave them, with the sequence numbers of their spool files.
 */
async function endPart(
  { writer, recentBatches }: AppendContext,
  { batches, done }: InsertPart,
  files: readonly SpoolBatch[],
): Promise<readonly (BatchFailure | undefined)[]> {
  // Rows are read into memory before the batches count as appended (RecentBatches).
  const [failures] = await Promise.all([done, ...batches.map(batch => recentBatches.read(batch))])
  const stored = files.filter((_, i) => failures[i] === undefined)
  if (stored.length === 0) return failures
  try {
    await writer.end(stored)
    return failures
  } catch (error) {
    return failures.map(failure => failure ?? { error, part: '' })
  }
}
