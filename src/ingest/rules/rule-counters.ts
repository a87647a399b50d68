/** Maximum errors of one rule within an hour; one more disables it until the rules are loaded again. */
const maxErrors = 5
const hourMs = 3_600_000
/** Times one in this many tries: reading the clock costs as much as a rule. */
const timingInterval = 64

/** Counts of one rule since the rules were loaded. */
export interface RuleCount {
  /** Matching events. */
  matched: number
  /** Events tested against the rule; the index excludes others. */
  tried: number
  /** Mean time of a try, microseconds, from one try in 64; null before the first. */
  micros: number | null
  errors: number
  lastError: string
  /** Disabled after too many errors. */
  disabled: boolean
}

/** Counts of all active rules. */
export interface RuleCounts {
  /** In the order of the files' names and of the rules in them. */
  rules: RuleCount[]
  /** Numbers (from 0) of the rules that the index cannot exclude for any event. */
  unindexed: number[]
}

/** Counts tries and errors of rules. `begin` and `end` allocate nothing: each event calls them for each candidate. */
export class RuleCounters {
  readonly #names: readonly string[]
  readonly #counts: (Omit<RuleCount, 'micros'> & {
    /** Timed tries, and their total time in milliseconds. */
    timed: number
    millis: number
    /** Times of the errors within the last hour. */
    recentErrors: number[]
  })[]
  /** Called when a rule is disabled. */
  warn: (message: string) => void = () => {}

  constructor(names: readonly string[]) {
    this.#names = names
    this.#counts = names.map(() => ({
      matched: 0,
      tried: 0,
      timed: 0,
      millis: 0,
      errors: 0,
      lastError: '',
      disabled: false,
      recentErrors: [],
    }))
  }

  isDisabled(id: number): boolean {
    return this.#counts[id]?.disabled === true
  }

  /** Begins a try of a rule; pass the result to `end`. */
  begin(id: number): number {
    const count = this.#counts[id]
    return count !== undefined && ++count.tried % timingInterval === 0 ? performance.now() : -1
  }

  end(id: number, isMatch: boolean, begun: number): void {
    const count = this.#counts[id]
    if (count === undefined) return
    if (isMatch) count.matched++
    if (begun < 0) return
    count.timed++
    count.millis += performance.now() - begun
  }

  addError(id: number, message: string, now: number): void {
    const count = this.#counts[id]
    if (count === undefined) return
    count.errors++
    count.lastError = message
    count.recentErrors = [...count.recentErrors.filter(at => at > now - hourMs), now]
    const { length } = count.recentErrors
    if (length <= maxErrors) return
    count.disabled = true
    this.warn(`${this.#names[id]} is off: ${length} errors within an hour, the last: ${message}`)
  }

  /** Counts of all rules, in their order. */
  counts(): RuleCount[] {
    return this.#counts.map(({ timed, millis, recentErrors: _, ...count }) => ({
      ...count,
      micros: timed === 0 ? null : (millis / timed) * 1_000,
    }))
  }
}
