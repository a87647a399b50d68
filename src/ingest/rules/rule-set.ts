import { setImmediate } from 'node:timers/promises'
import type { ParsedEvent } from '../../schema/event.ts'
import type { Rule, RuleFile } from '../../schema/rule.ts'
import { Actions, type ChangeListener } from './actions.ts'
import { Candidates } from './candidates.ts'
import { findCaptureCondition } from './capture.ts'
import { type Capture, type Condition, compileCapture, compileCondition } from './condition.ts'
import type { IndexKey } from './index-key.ts'
import type { MatchGroups } from './regex/match.ts'
import { RuleCounters, type RuleCounts } from './rule-counters.ts'
import { RuleIndex } from './rule-index.ts'

interface CompiledFile {
  name: string
  preMatch: Condition[]
  firstMatchOnly: boolean
  /** Number of its last rule. */
  lastRule: number
  /** The event for which `preMatch` was asked last, and its answer. */
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
/** Rules compiled between two turns of the event loop, so that events are taken meanwhile. */
const rulesPerTurn = 50

/**
 * All rules, in force together: files in the order of their names, rules in sequence, later ones seeing what earlier ones changed.
 * An event that no rule may match costs one pass over its message and a few look-ups, however many rules there are.
 */
export class RuleSet {
  /** What each rule has done, by its number over all files. */
  readonly tally: RuleCounters
  readonly #rules: readonly CompiledRule[]
  readonly #index: RuleIndex
  readonly #candidates: Candidates
  readonly #changes: ChangeListener
  #events = 0

  private constructor(rules: readonly CompiledRule[], names: readonly string[], anchors: ConditionKeys[]) {
    this.#rules = rules
    this.tally = new RuleCounters(names)
    this.#index = new RuleIndex(anchors)
    this.#candidates = new Candidates(rules.length)
    const index = this.#index
    const candidates = this.#candidates
    this.#changes = {
      field: (slot, value) => index.changed(slot, value, candidates),
      tag: (name, value) => index.tagChanged(name, value, candidates),
    }
  }

  /** Compiles files that were read and checked; ingest goes on meanwhile. */
  static async compile(files: readonly RuleFile[]): Promise<RuleSet> {
    const rules: CompiledRule[] = []
    const anchors: ConditionKeys[] = []
    const names: string[] = []
    for (const file of files.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const preMatch = file.preMatch.map(compileCondition)
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
      for (const [at, rule] of file.rules.entries()) {
        const one = compileRule(rule, compiled)
        rules.push(one)
        names.push(`${name} rule ${at + 1}`)
        anchors.push([...one.conditions, ...(one.capture ? [one.capture] : []), ...preMatch].map(keysOf))
        if (rules.length % rulesPerTurn === 0) await setImmediate()
      }
    }
    return new RuleSet(rules, names, anchors)
  }

  get size(): number {
    return this.#rules.length
  }

  get counts(): RuleCounts {
    return { rules: this.tally.counts(), unindexed: [...this.#index.unindexed] }
  }

  /**
   * Changes the event as the rules say; false when it is to be dropped. Adds the numbers of the rules that matched to `matched`.
   * Never throws: what a rule cannot do is in the tally.
   */
  apply(event: ParsedEvent, matched?: number[]): boolean {
    const candidates = this.#candidates
    const rules = this.#rules
    this.#events++
    candidates.reset()
    this.#index.find(event, candidates)
    for (let id = candidates.takeLowest(); id !== -1; id = candidates.takeLowest()) {
      const rule = rules[id]
      if (rule === undefined || this.tally.isDisabled(id)) continue
      const begun = this.tally.begin(id)
      const held = this.#open(rule.file, event) && this.#try(id, rule, event)
      this.tally.end(id, held, begun)
      if (!held) continue
      matched?.push(id)
      if (rule.drop) {
        candidates.clear()
        return false
      }
      if (rule.file.firstMatchOnly) candidates.removeUpTo(rule.file.lastRule)
    }
    return true
  }

  /** `preMatch` is asked once for an event, when the first rule of the file that may match has its turn. */
  #open(file: CompiledFile, event: ParsedEvent): boolean {
    if (file.preMatch.length === 0) return true
    if (file.checkedEvent !== this.#events) {
      file.checkedEvent = this.#events
      file.preMatchHolds = allHold(file.preMatch, event)
    }
    return file.preMatchHolds
  }

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
      this.tally.addError(id, error instanceof Error ? error.message : String(error), Date.now())
    }
    return true
  }
}

type ConditionKeys = readonly (readonly IndexKey[] | undefined)[]

function keysOf({
  indexKeys,
}: {
  indexKeys: readonly IndexKey[] | undefined
}): readonly IndexKey[] | undefined {
  return indexKeys
}

function compileRule(rule: Rule, file: CompiledFile): CompiledRule {
  const captured = findCaptureCondition(rule)
  const others = rule.match.filter((_, at) => at !== captured)
  const condition = captured === undefined ? undefined : rule.match[captured]
  return {
    file,
    conditions: others.map(compileCondition),
    capture: condition && compileCapture(condition),
    drop: rule.drop,
    actions: new Actions(rule),
  }
}

function allHold(conditions: readonly Condition[], event: ParsedEvent): boolean {
  for (let i = 0; i < conditions.length; i++) if (conditions[i]?.test(event) !== true) return false
  return true
}
