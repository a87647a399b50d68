import type { FreshBatch } from './fresh-batch.ts'
import type { RowFit } from './row-fit.ts'

/**
 * Rows that are held against a predicate one by one, some 5 us each of this process, before the engine is asked instead: a page costs it
 * more than a count does.
 */
export const mostMatched = { count: 2_000, page: 4_000 } as const

/** Tells whether rows fit, for as long as that is little work. Of one answer: what is left of its bound is its own. */
export class BoundedFit {
  readonly #fit: Pick<RowFit, 'glance' | 'matches'>
  #left: number

  constructor(fit: Pick<RowFit, 'glance' | 'matches'>, most: number) {
    this.#fit = fit
    this.#left = most
  }

  /** undefined when it is not known, and too many rows were looked at to find out. */
  fits(batch: FreshBatch, row: number): boolean | undefined {
    const told = this.#fit.glance(batch, row)
    if (told !== 'unsure') return told
    if (this.#left === 0) return undefined
    this.#left--
    return this.#fit.matches(batch, row)
  }
}
