import { StepsExceededError } from '../../../filter/regex/step-budget.ts'
import type { RecentBatch } from './recent-batch.ts'
import type { RowMatcher, WorkBudget } from './row-matcher.ts'

/**
 * Rows matched one by one, some 5 us each, before the engine is asked instead: a page costs the engine more
 * than a count. Also limits the steps (filter/predicate/work.ts) of all rows: fewer rows for a predicate with
 * a thousand patterns.
 */
export const matchBounds = {
  count: { rows: 2_000, steps: 8_000_000 },
  page: { rows: 4_000, steps: 16_000_000 },
} as const

/** Matches rows of one answer within a work limit. */
export class BoundedMatcher {
  readonly #matcher: RowMatcher
  readonly #left: WorkBudget
  #rows: number

  constructor(matcher: RowMatcher, { rows, steps }: { rows: number; steps: number }) {
    this.#matcher = matcher
    this.#rows = rows
    this.#left = { steps }
  }

  /** Undefined when the match would take too much work. */
  matches(batch: RecentBatch, row: number): boolean | undefined {
    const left = this.#left
    if (left.steps <= 0) return undefined
    const verdict = this.#matcher.precheck(batch, row, left)
    if (verdict !== 'unsure') return verdict
    left.steps -= this.#matcher.stepsFor(batch, row)
    if (this.#rows === 0 || left.steps <= 0) return undefined
    this.#rows--
    try {
      return this.#matcher.matches(batch, row)
    } catch (error) {
      if (error instanceof StepsExceededError) return undefined
      throw error
    }
  }
}
