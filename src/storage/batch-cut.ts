import type { AppendLog, PendingAppend } from './append-log.ts'
import { batchesUpTo } from './sql/scope.ts'

type Appends = Pick<AppendLog, 'begun' | 'begunSince' | 'highest' | 'pending' | 'since'>

/**
 * Limits a statement that begins now to the rows of appends up to a number, and tells afterwards whether it may have seen others: batches
 * that begin meanwhile with a sequence below the highest of now.
 */
export class BatchCut {
  readonly highest: number
  /** Batches that are left out. */
  readonly excluded: readonly PendingAppend[]
  readonly #appends: Appends
  readonly #begun: number

  /** `number`: of the last append that is included. */
  constructor(appends: Appends, number: number) {
    this.#appends = appends
    this.#begun = appends.begun
    this.highest = appends.highest
    this.excluded = [...(appends.since(number) ?? []), ...appends.pending()]
  }

  /** Sequences of `excluded`. */
  get without(): number[] {
    return this.excluded.map(({ sequence }) => sequence)
  }

  /** The condition on rows. */
  get sql(): string {
    return batchesUpTo(this.highest, this.without)
  }

  /** The appends that began since; undefined when that is not known. */
  begunSince(): readonly PendingAppend[] | undefined {
    return this.#appends.begunSince(this.#begun)
  }

  /** Those of them whose rows may have been seen; undefined when that is not known. */
  seenSince(): readonly PendingAppend[] | undefined {
    return this.begunSince()?.filter(({ sequence }) => sequence <= this.highest)
  }
}
