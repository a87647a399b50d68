import type { SpoolBatch } from '../../../schema/event/row.ts'
import type { AppendOutcomes } from '../../contract/append-outcome.ts'

/**
 * Keeps appends of old batches and the attaching of a copied day from running at the same time. A batch that
 * was in the spool when the events moved to a server may also be in the copy: append and attaching each check
 * whether the other has stored its rows. Newer batches never wait.
 */
export class OldBatchGate {
  readonly #appending = new Map<symbol, readonly number[]>()
  #closed: { upTo: number; opened: Promise<void> } | undefined

  /** Runs an append. Waits while a day that may have rows of its batches is being attached. */
  async append(batches: readonly SpoolBatch[], work: () => Promise<void>): Promise<void> {
    const sequences = batches.map(({ sequence }) => sequence)
    while (this.#closed !== undefined && Math.min(...sequences) <= this.#closed.upTo)
      await this.#closed.opened
    const append = Symbol()
    this.#appending.set(append, sequences)
    try {
      await work()
    } finally {
      this.#appending.delete(append)
    }
  }

  /** As `append`, for an append with an outcome for each batch. It ends with the last outcome. */
  appendEach(
    append: (batches: readonly SpoolBatch[]) => AppendOutcomes,
    batches: readonly SpoolBatch[],
  ): AppendOutcomes {
    let outcomes: AppendOutcomes = []
    const started = Promise.withResolvers<void>()
    const work = async () => {
      outcomes = append(batches)
      started.resolve()
      await Promise.all(outcomes.map(({ ended }) => ended))
    }
    void this.append(batches, work)
    return batches.map((_, i) => ({
      ended: started.promise.then(() => outcomes[i]?.ended),
      isHeld: () => outcomes[i]?.isHeld() === true,
    }))
  }

  /**
   * Runs the work while appends of batches up to `upTo` wait. Returns false, without running it, when such an
   * append is already running.
   */
  async withoutAppends(upTo: number, work: () => Promise<void>): Promise<boolean> {
    if ([...this.#appending.values()].some(sequences => Math.min(...sequences) <= upTo)) return false
    const { promise: opened, resolve } = Promise.withResolvers<void>()
    this.#closed = { upTo, opened }
    try {
      await work()
    } finally {
      this.#closed = undefined
      resolve()
    }
    return true
  }
}
