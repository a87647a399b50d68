import { Fault } from '../../schema/fault.ts'

/** Numbers of series that all metrics together may hold, until their answers are sent: some hundred bytes each as an answer is written. */
const defaultMaxValues = 2_000_000
/** Numbers of all series that one metric makes on its way: some 10 MB before its answer is written. */
const maxValuesEach = 1_000_000

/** Bounds the numbers that metrics make, each by itself and all together. */
export class ValueBudget {
  #left: number

  constructor(maxValues = defaultMaxValues) {
    this.#left = maxValues
  }

  /** For one metric, until it is released. */
  open(): ValueLease {
    let held = 0
    let isReleased = false
    return {
      take: (values, what) => {
        if (held + values > maxValuesEach) {
          const detail = `${what} have more than ${maxValuesEach} values; group them, or take a longer step`
          throw new Fault('query_memory', { detail })
        }
        if (isReleased) return
        if (values > this.#left) {
          const detail = 'Metrics of other requests hold too many values; try again.'
          throw new Fault('overloaded', { detail, retryAfter: 1 })
        }
        held += values
        this.#left -= values
      },
      release: () => {
        if (isReleased) return
        isReleased = true
        this.#left += held
      },
    }
  }
}

/** The numbers that one metric holds. */
export interface ValueLease {
  /**
   * Called before so many are made. Throws query_memory when the metric makes too many then (`what` is the subject of the sentence), and
   * overloaded when all metrics do.
   */
  take(values: number, what: string): void
  /** What is held is over; nothing is counted from now on. */
  release(): void
}
