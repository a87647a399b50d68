import type { SpoolBatch } from '../../schema/event/row.ts'
import type { CheckExclusive } from '../../schema/store/shared-log.ts'
import type { Span } from '../contract/time-span.ts'
import type { StoreJournal } from './journal.ts'

/**
 * Records the appends and drops of this process: in its own journal or, if several processes share the store,
 * in the log, which all journals follow.
 */
export interface JournalWriter {
  /**
   * Called before rows become readable. Returns the batches with the sequence numbers that their rows get.
   */
  begin(batches: readonly SpoolBatch[]): Promise<readonly SpoolBatch[]>
  /** Called once the rows are readable, with the batches as they were passed to `begin`. */
  end(batches: readonly SpoolBatch[]): Promise<void>
  /** Gives up a batch, by the sequence number of its spool file: it will not be appended again. */
  abandon(sequence: number): void
  /** Drops a day's rows with `work`. No other process does so at the same time; see StoreJournal.drop. */
  drop(span: Span, windowSeconds: number, work: DropWork): Promise<void>
  /** Deletes some events of a day in the same way; see StoreJournal.delete. */
  delete(span: Span, windowSeconds: number, work: DropWork): Promise<void>
}

/**
 * Deletes rows. Resolves with true if the rows are gone, with false if all of them are still there. Calls
 * `check` before each step, and `willChange` right before rows may go: if the work rejects after
 * `willChange`, it is uncertain whether they are gone.
 */
export type DropWork = (check: CheckExclusive, willChange: () => void) => Promise<boolean>

/** Records appends and drops of a store that only one process uses. */
export function localWriter(journal: StoreJournal): JournalWriter {
  /** Runs the work. Resolves with true if the rows are gone. If that is uncertain, the journal forgets. */
  const run = async (work: DropWork) => {
    let mayHaveChanged = false
    try {
      return await work(
        // No other process could drop rows of this store.
        async () => {},
        () => {
          mayHaveChanged = true
        },
      )
    } catch (error) {
      if (mayHaveChanged) journal.forget()
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
      if (await run(work)) journal.drop(span, windowSeconds)
    },
    async delete(span, windowSeconds, work) {
      if (await run(work)) journal.delete(span, windowSeconds)
    },
  }
}
