import { StepsExceededError } from '../../../filter/regex/step-budget.ts'
import type { RecentBatch } from './recent-batch.ts'
import type { RowMatcher, WorkBudget } from './row-matcher.ts'

/**
 * Limits for matching the events of rows one by one, at some 5 us each. Beyond them the caller asks the
 * engine. A page may take more, since it costs the engine more than a count. `steps` limits the work for all
 * rows together, in the unit of filter/predicate/work.ts: a predicate of a thousand patterns gets fewer rows.
 */
export const matchBounds = {
  count: { rows: 2_000, steps: 8_000_000 },
  page: { rows: 4_000, steps: 16_000_000 },
} as const

/** Matches the rows that one answer needs, within a work limit. */
export class BoundedMatcher {
  readonly #matcher: RowMatcher
  /** Steps left for all further rows. */
  readonly #budget: WorkBudget
  /** Rows that `RowMatcher.matches` may still examine. */
  #rowsLeft: number

  constructor(matcher: RowMatcher, { rows, steps }: { rows: number; steps: number }) {
    this.#matcher = matcher
    this.#rowsLeft = rows
    this.#budget = { steps }
  }

  /** Whether a row matches; undefined if that would exceed the limit. */
  matches(batch: RecentBatch, row: number): boolean | undefined {
    const budget = this.#budget
    if (budget.steps <= 0) return undefined
    const isMatch = this.#matcher.precheck(batch, row, budget)
    if (isMatch !== 'unsure') return isMatch
    budget.steps -= this.#matcher.stepsFor(batch, row)
    if (this.#rowsLeft === 0 || budget.steps <= 0) return undefined
    this.#rowsLeft--
    try {
      return this.#matcher.matches(batch, row)
    } catch (error) {
      if (error instanceof StepsExceededError) return undefined
      throw error
    }
  }
}
