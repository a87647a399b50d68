import { Fault } from '../../schema/fault.ts'

/**
 * Maximum values that the series of all metrics together hold until their answers are sent. Each value takes
 * some hundred bytes while an answer is written.
 */
const defaultMaxValues = 2_000_000
/** Maximum values of one metric, including intermediate series: some 10 MB. */
const maxValuesEach = 1_000_000

/**
 * Limits the values (numbers in series, and samples) that metrics hold: of each metric, and of all together.
 */
export class ValueBudget {
  #left: number

  constructor(maxValues = defaultMaxValues) {
    this.#left = maxValues
  }

  /** Opens the lease of one metric. The caller must release it. */
  open(): ValueLease {
    let valueCount = 0
    let isReleased = false
    return {
      take: (values, subject) => {
        if (valueCount + values > maxValuesEach) {
          const detail = `${subject} have more than ${maxValuesEach} values; group them, or take a longer step`
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

/** The values that one metric holds. */
export interface ValueLease {
  /**
   * Call it before creating this many values. Throws query_memory if the metric has too many, and overloaded
   * if all metrics together have too many. `subject`: what has the values, for the message of query_memory.
   */
  take(values: number, subject: string): void
  /** Releases all values; later ones are not counted. */
  release(): void
}
