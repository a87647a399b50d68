import { type TryCount, TryCounters } from '../event-index/try-counters.ts'

/** A rule or trigger with more errors than this within an hour is disabled until it is loaded again. */
const maxErrors = 5
const hourMs = 3_600_000

/** Counts of one rule since the rules were loaded. */
export interface RuleCount extends TryCount {
  errors: number
  lastError: string
  /** True after too many errors. */
  disabled: boolean
}

/** Counts of all active rules. */
export interface RuleCounts {
  /** In the order of the file names, then of the rules in each file. */
  rules: RuleCount[]
  /** Numbers (from 0) of the rules that the index cannot exclude, so that each is tested on every event. */
  unindexed: number[]
}

/** Counts tries and errors of rules or triggers, and disables one with too many errors. */
export class RuleCounters {
  readonly #names: readonly string[]
  readonly tries: TryCounters
  readonly #errors: {
    errors: number
    lastError: string
    disabled: boolean
    /** Times of the errors within the last hour. */
    recent: number[]
  }[]
  /** Called when a rule is disabled. Set by the owner of the rules; before, warnings are dropped. */
  warn: (message: string) => void = () => {}

  constructor(names: readonly string[]) {
    this.#names = names
    this.tries = new TryCounters(names.length)
    this.#errors = names.map(() => ({ errors: 0, lastError: '', disabled: false, recent: [] }))
  }

  isDisabled(id: number): boolean {
    return this.#errors[id]?.disabled === true
  }

  addError(id: number, message: string, now: number): void {
    const count = this.#errors[id]
    if (count === undefined) return
    count.errors++
    count.lastError = message
    count.recent = [...count.recent.filter(at => at > now - hourMs), now]
    const { length } = count.recent
    if (length <= maxErrors) return
    count.disabled = true
    this.warn(`${this.#names[id]} is off: ${length} errors within an hour, the last: ${message}`)
  }

  /** Counts of all rules, in their order. */
  counts(): RuleCount[] {
    const tries = this.tries.counts()
    return this.#errors.flatMap(({ recent: _, ...errors }, id) => {
      const count = tries[id]
      return count === undefined ? [] : { ...count, ...errors }
    })
  }
}
