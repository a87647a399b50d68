import type { SpoolBatch } from '../../../schema/event/row.ts'
import type { AppendOutcomes } from '../../contract/append-outcome.ts'

/**
 * Keeps appends of old batches and the attaching of a copied day from running at the same time. A batch that
 * was in the spool when the events moved to a server may also be in the copy: append and attaching each check
 * whether the other has stored its rows. Newer batches never wait.
 */
export class OldBatchGate {
  /** The lowest sequence of each running append. */
  readonly #appending = new Map<symbol, number>()
  /** Set while a day is being attached: appends of batches up to `upTo` wait for `opened`. */
  #closed: { upTo: number; opened: Promise<void> } | undefined

  /** Runs an append. Waits while a day that may have rows of its batches is being attached. */
  async append(batches: readonly SpoolBatch[], work: () => Promise<void>): Promise<void> {
    const lowest = Math.min(...batches.map(({ sequence }) => sequence))
    while (this.#closed !== undefined && lowest <= this.#closed.upTo) await this.#closed.opened
    const append = Symbol()
    this.#appending.set(append, lowest)
    try {
      await work()
    } finally {
      this.#appending.delete(append)
    }
  }

  /**
   * As `append`, for an append that has an outcome for each batch. It runs until the last outcome is known.
   */
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
    this.append(batches, work).catch(started.reject)
    return batches.map((_, i) => ({
      ended: started.promise.then(() => outcomes[i]?.ended),
      isHeld: () => outcomes[i]?.isHeld() === true,
    }))
  }

  /**
   * Runs the work while appends of batches up to `upTo` wait. Returns false, without running the work, when
   * such an append is already running.
   */
  async withoutAppends(upTo: number, work: () => Promise<void>): Promise<boolean> {
    if ([...this.#appending.values()].some(lowest => lowest <= upTo)) return false
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
