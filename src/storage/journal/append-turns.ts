import type { SpoolBatch } from '../../schema/row.ts'
import type { CheckExclusive } from '../../schema/shared-log.ts'
import type { Span } from '../time-span.ts'
import type { StoreJournal } from './journal.ts'

/** Who appends and drops rows says so here: to the journal of this process, or through the log to those of all. */
export interface AppendTurns {
  /** Before rows become readable. Returns the batches with the numbers that their rows get. */
  begin(batches: readonly SpoolBatch[]): Promise<readonly SpoolBatch[]>
  /** The rows of batches that have begun are readable. */
  end(batches: readonly SpoolBatch[]): Promise<void>
  /** A batch, by the sequence of its spool file, is not appended again. */
  abandon(sequence: number): void
  /** Drops the rows of a day by `work`, which nobody else does meanwhile; see StoreJournal.drop. */
  drop(span: Span, windowSeconds: number, work: DropWork): Promise<void>
  /** The same for some of its events; see StoreJournal.delete. */
  delete(span: Span, windowSeconds: number, work: DropWork): Promise<void>
}

/** Resolves with whether the rows are gone; when they are not, all of them are there. Rejects when that is not certain. */
export type DropWork = (check: CheckExclusive) => Promise<boolean>

/** Those of a store that one process has for itself. */
export function localTurns(journal: StoreJournal): AppendTurns {
  /** Resolves with whether rows are gone. */
  const done = async (work: DropWork) => {
    try {
      return await work(async () => {})
    } catch (error) {
      // Its answer may be lost alone, and the rows be gone.
      journal.forget()
      throw error
    }
  }
  return {
    async begin(batches) {
      for (const batch of batches) journal.begin(batch)
      return batches
    },
    async end(batches) {
      for (const batch of batches) journal.end(batch)
    },
    abandon: sequence => journal.abandon(sequence),
    async drop(span, windowSeconds, work) {
      if (await done(work)) journal.drop(span, windowSeconds)
    },
    async delete(span, windowSeconds, work) {
      if (await done(work)) journal.delete(span, windowSeconds)
    },
  }
}
