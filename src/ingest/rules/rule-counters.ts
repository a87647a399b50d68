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

/** Counts by rule, in typed arrays: this is on the hot path. */
export class RuleCounters {
  readonly #names: readonly string[]
  readonly #matched: Float64Array
  readonly #tried: Float64Array
  readonly #timed: Float64Array
  readonly #millis: Float64Array
  readonly #errors: Float64Array
  readonly #disabled: Uint8Array
  readonly #recent = new Map<number, number[]>()
  readonly #lastErrors = new Map<number, string>()
  /** Called when a rule is disabled. */
  warn: (message: string) => void = () => {}

  constructor(names: readonly string[]) {
    const { length } = names
    this.#names = names
    this.#matched = new Float64Array(length)
    this.#tried = new Float64Array(length)
    this.#timed = new Float64Array(length)
    this.#millis = new Float64Array(length)
    this.#errors = new Float64Array(length)
    this.#disabled = new Uint8Array(length)
  }

  isDisabled(id: number): boolean {
    return this.#disabled[id] === 1
  }

  /** Begins a try of a rule; pass the result to `end`. */
  begin(id: number): number {
    const tried = (this.#tried[id] ?? 0) + 1
    this.#tried[id] = tried
    return tried % timingInterval === 0 ? performance.now() : -1
  }

  end(id: number, matched: boolean, begun: number): void {
    if (matched) this.#matched[id] = (this.#matched[id] ?? 0) + 1
    if (begun < 0) return
    this.#timed[id] = (this.#timed[id] ?? 0) + 1
    this.#millis[id] = (this.#millis[id] ?? 0) + performance.now() - begun
  }

  addError(id: number, message: string, now: number): void {
    this.#errors[id] = (this.#errors[id] ?? 0) + 1
    this.#lastErrors.set(id, message)
    const recent = (this.#recent.get(id) ?? []).filter(at => at > now - hourMs)
    recent.push(now)
    this.#recent.set(id, recent)
    if (recent.length <= maxErrors) return
    this.#disabled[id] = 1
    this.warn(`${this.#names[id]} is off: ${recent.length} errors within an hour, the last: ${message}`)
  }

  /** Counts of all rules, in their order. */
  counts(): RuleCount[] {
    return this.#names.map((_, id) => {
      const timed = this.#timed[id] ?? 0
      return {
        matched: this.#matched[id] ?? 0,
        tried: this.#tried[id] ?? 0,
        micros: timed === 0 ? null : ((this.#millis[id] ?? 0) / timed) * 1_000,
        errors: this.#errors[id] ?? 0,
        lastError: this.#lastErrors.get(id) ?? '',
        disabled: this.#disabled[id] === 1,
      }
    })
  }
}
