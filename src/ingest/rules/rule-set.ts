import { setImmediate } from 'node:timers/promises'
import type { MatchGroups } from '../../filter/regex/regex-match.ts'
import { StepsExceededError } from '../../filter/regex/step-budget.ts'
import type { ParsedEvent } from '../../schema/event/event.ts'
import type { Rule, RuleFile } from '../../schema/intake/rule.ts'
import { thrownText } from '../../schema/thrown-text.ts'
import { Candidates } from '../event-index/candidates.ts'
import { type ConditionKeys, EventIndex } from '../event-index/event-index.ts'
import { StepShares } from '../event-index/step-shares.ts'
import { Actions, type ChangeListener } from './actions.ts'
import { findCaptureCondition } from './capture.ts'
import { type Capture, type Condition, compileCapture, compileCondition } from './condition.ts'
import { RuleSteps } from './regex/rule-steps.ts'
import { RuleCounters, type RuleCounts } from './rule-counters.ts'

interface CompiledFile {
  name: string
  preMatch: Condition[]
  firstMatchOnly: boolean
  /** Number of the last rule of the file. */
  lastRule: number
  /** Number of the last event for which `preMatch` was tested, and the result. */
  checkedEvent: number
  preMatchHolds: boolean
}

interface CompiledRule {
  file: CompiledFile
  conditions: Condition[]
  capture: Capture | undefined
  drop: boolean
  actions: Actions
}

const noCaptures: MatchGroups = []
/** Rules that are compiled before yielding to the event loop, so that ingest continues. */
const rulesPerTurn = 50

/**
 * All active rules, applied in order: files by name, rules by position. Later rules see the changes of
 * earlier ones. An index of the conditions' keys selects the rules to test: an event that no rule can match
 * costs one pass over its message and a few lookups, for any number of rules.
 */
export class RuleSet {
  /** Counts of each rule, by its number over all files. */
  readonly counters: RuleCounters
  readonly #rules: readonly CompiledRule[]
  readonly #index: EventIndex
  readonly #candidates: Candidates
  readonly #changes: ChangeListener
  readonly #steps: RuleSteps
  readonly #shares = new StepShares()
  /** Number of the current event. */
  #events = 0

  private constructor(
    rules: readonly CompiledRule[],
    names: readonly string[],
    keys: ConditionKeys[],
    steps: RuleSteps,
  ) {
    this.#rules = rules
    this.#steps = steps
    this.counters = new RuleCounters(names)
    this.#index = new EventIndex(keys)
    this.#candidates = new Candidates(rules.length)
    const index = this.#index
    const candidates = this.#candidates
    this.#changes = {
      field: (slot, value) => index.fieldChanged(slot, value, candidates),
      tag: (name, value) => index.tagChanged(name, value, candidates),
    }
  }

  /** Compiles valid files without blocking ingest. */
  static async compile(files: readonly RuleFile[]): Promise<RuleSet> {
    const rules: CompiledRule[] = []
    const keys: ConditionKeys[] = []
    const names: string[] = []
    const steps = new RuleSteps()
    for (const file of files.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const preMatch = file.preMatch.map(condition => compileCondition(condition, steps))
      const { name, firstMatchOnly } = file
      const lastRule = rules.length + file.rules.length - 1
      const compiled: CompiledFile = {
        name,
        preMatch,
        firstMatchOnly,
        lastRule,
        checkedEvent: -1,
        preMatchHolds: false,
      }
      for (const [position, rule] of file.rules.entries()) {
        const compiledRule = compileRule(rule, compiled, steps)
        const { conditions, capture } = compiledRule
        rules.push(compiledRule)
        names.push(`${name} rule ${position + 1}`)
        keys.push(
          [...conditions, ...(capture ? [capture] : []), ...preMatch].map(({ indexKeys }) => indexKeys),
        )
        if (rules.length % rulesPerTurn === 0) await setImmediate()
      }
    }
    return new RuleSet(rules, names, keys, steps)
  }

  get size(): number {
    return this.#rules.length
  }

  /** Counts of the rules since they were compiled. */
  get counts(): RuleCounts {
    return { rules: this.counters.counts(), unindexed: [...this.#index.unindexed] }
  }

  /**
   * Applies the rules to an event. Returns false to drop the event. Adds the numbers of matching rules to
   * `matched`. Never throws: errors of rules are counted in `counters`.
   */
  apply(event: ParsedEvent, matched?: number[]): boolean {
    const candidates = this.#candidates
    const rules = this.#rules
    this.#events++
    this.#steps.renew()
    this.#shares.reset()
    candidates.reset()
    this.#index.find(event, candidates)
    for (let id = candidates.takeLowest(); id !== -1; id = candidates.takeLowest()) {
      const rule = rules[id]
      if (rule === undefined || this.counters.isDisabled(id)) continue
      const startMs = this.counters.tries.begin(id)
      const isMatch = this.#tryCounted(id, rule, event)
      this.counters.tries.end(id, isMatch, startMs)
      if (!isMatch) continue
      matched?.push(id)
      if (rule.drop) return false
      if (rule.file.firstMatchOnly) candidates.removeUpTo(rule.file.lastRule)
    }
    return true
  }

  /**
   * Tries a rule and counts its steps. A rule that takes more steps than the event has left does not match;
   * the error is then counted for the rule that took the most steps for this event.
   */
  #tryCounted(id: number, rule: CompiledRule, event: ParsedEvent): boolean {
    const { left: leftBefore } = this.#steps
    try {
      const isMatch = this.#preMatchHolds(rule.file, event) && this.#try(id, rule, event)
      if (this.#steps.left < leftBefore) this.#shares.add(id, leftBefore - this.#steps.left)
      return isMatch
    } catch (error) {
      if (!(error instanceof StepsExceededError)) throw error
      // At least one step, also if the text is too large for any budget.
      this.#shares.add(id, Math.max(1, leftBefore - this.#steps.left))
      const blamed = this.#shares.blame()
      if (blamed !== undefined) this.counters.addError(blamed, `${error.message} for one event`, Date.now())
      return false
    }
  }

  /** Tests `preMatch` once per event, when the first rule of the file is a candidate. */
  #preMatchHolds(file: CompiledFile, event: ParsedEvent): boolean {
    if (file.preMatch.length === 0) return true
    if (file.checkedEvent !== this.#events) {
      file.checkedEvent = this.#events
      // Stays false for all rules of the file if a condition throws because its steps are exceeded.
      file.preMatchHolds = false
      file.preMatchHolds = allHold(file.preMatch, event)
    }
    return file.preMatchHolds
  }

  /** Tests a rule, and applies its actions if it matches. Returns whether it matches. */
  #try(id: number, rule: CompiledRule, event: ParsedEvent): boolean {
    if (!allHold(rule.conditions, event)) return false
    let captures = noCaptures
    if (rule.capture !== undefined) {
      const found = rule.capture.find(event)
      if (found === undefined) return false
      captures = found
    }
    if (rule.drop) return true
    try {
      rule.actions.apply(event, captures, this.#changes)
    } catch (error) {
      if (error instanceof StepsExceededError) throw error
      this.counters.addError(id, thrownText(error), Date.now())
    }
    return true
  }
}

function compileRule(rule: Rule, file: CompiledFile, steps: RuleSteps): CompiledRule {
  const captureIndex = findCaptureCondition(rule)
  const otherConditions = rule.match.filter((_, at) => at !== captureIndex)
  const condition = captureIndex === undefined ? undefined : rule.match[captureIndex]
  return {
    file,
    conditions: otherConditions.map(one => compileCondition(one, steps)),
    capture: condition && compileCapture(condition, steps),
    drop: rule.drop,
    actions: new Actions(rule, steps),
  }
}

function allHold(conditions: readonly Condition[], event: ParsedEvent): boolean {
  for (let i = 0; i < conditions.length; i++) if (conditions[i]?.test(event) !== true) return false
  return true
}
