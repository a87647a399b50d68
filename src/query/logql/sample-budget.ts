import { Fault } from '../../schema/fault.ts'

/**
 * Numbers that the series of all metrics together may hold until their answers are sent. Each takes some
 * hundred bytes while an answer is written.
 */
const defaultMaxValues = 2_000_000
/**
 * Numbers that one metric may make in all its series, including intermediate ones: some 10 MB before its
 * answer is written.
 */
const maxValuesEach = 1_000_000

/** Bounds the numbers that metrics make, each metric alone and all together. */
export class SampleBudget {
  #left: number

  constructor(maxValues = defaultMaxValues) {
    this.#left = maxValues
  }

  /** For one metric, until it is released. */
  open(): ValueLease {
    let valueCount = 0
    let isReleased = false
    return {
      take: (values, what) => {
        if (valueCount + values > maxValuesEach) {
          const detail = `${what} have more than ${maxValuesEach} values; group them, or take a longer step`
          throw new Fault('query_memory', { detail })
        }
        if (isReleased) return
        if (values > this.#left) {
          const detail = 'Metrics of other requests hold too many values; try again.'
          throw new Fault('overloaded', { detail, retryAfter: 1 })
        }
        valueCount += values
        this.#left -= values
      },
      release: () => {
        if (isReleased) return
        isReleased = true
        this.#left += valueCount
      },
    }
  }
}

/** The numbers that one metric holds. */
export interface ValueLease {
  /**
   * Called before this many numbers are made. Throws query_memory when the metric makes too many (`what` is
   * the subject of the sentence), and overloaded when all metrics together do.
   */
  take(values: number, what: string): void
  /** Releases all numbers; later ones are not counted. */
  release(): void
}
