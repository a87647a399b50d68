import type { SpoolBatch } from '../../schema/row.ts'

/**
 * Keeps appends of old batches and the attaching of a copied day apart: both look whether the other has stored rows of a batch before they
 * store their own. A batch that was written to the spool before the events moved to a server may be in both. Newer batches never wait.
 */
export class OldBatchGate {
  readonly #appending = new Map<symbol, readonly number[]>()
  #closed: { upTo: number; opened: Promise<void> } | undefined

  /** Does an append, once no day is attached that may have rows of its batches. */
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

  /** Does the work while no batch up to this one is appended. Returns false, without having done it, when one is at this moment. */
  async without(upTo: number, work: () => Promise<void>): Promise<boolean> {
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
