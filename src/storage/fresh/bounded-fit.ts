import type { FreshBatch } from './fresh-batch.ts'
import type { RowFit, WorkLeft } from './row-fit.ts'

/**
 * Rows that are held against a predicate one by one, some 5 us each of this process, before the engine is asked instead: a page costs it
 * more than a count does. And steps (filter/work.ts) that all rows may take: few rows of a predicate of a thousand patterns.
 */
export const mostMatched = {
  count: { rows: 2_000, steps: 8_000_000 },
  page: { rows: 4_000, steps: 16_000_000 },
} as const

/** Tells whether rows fit, for as long as that is little work. Of one answer: what is left of its bound is its own. */
export class BoundedFit {
  readonly #fit: RowFit
  readonly #left: WorkLeft
  #rows: number

  constructor(fit: RowFit, { rows, steps }: { rows: number; steps: number }) {
    this.#fit = fit
    this.#rows = rows
    this.#left = { steps }
  }

  /** undefined when it is not known, and too much work was done to find out. */
  fits(batch: FreshBatch, row: number): boolean | undefined {
    const left = this.#left
    if (left.steps <= 0) return undefined
    const told = this.#fit.glance(batch, row, left)
    if (told !== 'unsure') return told
    left.steps -= this.#fit.stepsFor(batch, row)
    if (this.#rows === 0 || left.steps <= 0) return undefined
    this.#rows--
    return this.#fit.matches(batch, row)
  }
}
