import type { RecentBatch } from './recent-batch.ts'
import type { RowMatcher, WorkBudget } from './row-matcher.ts'

/**
 * Rows that are held against a predicate one by one, some 5 us each of this process, before the engine is asked instead: a page costs it
 * more than a count does. And steps (filter/work.ts) that all rows may take: few rows of a predicate of a thousand patterns.
 */
export const matchBounds = {
  count: { rows: 2_000, steps: 8_000_000 },
  page: { rows: 4_000, steps: 16_000_000 },
} as const

/** Tells whether rows fit, for as long as that is little work. Of one answer: what is left of its bound is its own. */
export class BoundedMatcher {
  readonly #fit: RowMatcher
  readonly #left: WorkBudget
  #rows: number

  constructor(fit: RowMatcher, { rows, steps }: { rows: number; steps: number }) {
    this.#fit = fit
    this.#rows = rows
    this.#left = { steps }
  }

  /** undefined when it is not known, and too much work was done to find out. */
  matches(batch: RecentBatch, row: number): boolean | undefined {
    const left = this.#left
    if (left.steps <= 0) return undefined
    const told = this.#fit.precheck(batch, row, left)
    if (told !== 'unsure') return told
    left.steps -= this.#fit.stepsFor(batch, row)
    if (this.#rows === 0 || left.steps <= 0) return undefined
    this.#rows--
    return this.#fit.matches(batch, row)
  }
}
