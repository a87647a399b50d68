import { setImmediate } from 'node:timers/promises'
import type { ParsedEvent } from '../../schema/event.ts'
import type { Rule, RuleFile } from '../../schema/rule.ts'
import { Actions, type Changes } from './actions.ts'
import type { Anchor } from './anchor.ts'
import { Candidates } from './candidates.ts'
import { captureCondition } from './capture.ts'
import { type Capture, type Condition, compileCapture, compileCondition } from './condition.ts'
import type { Found } from './regex/regex.ts'
import { RuleIndex } from './rule-index.ts'
import { type RuleCounts, RuleTally } from './tally.ts'

interface CompiledFile {
  name: string
  preMatch: Condition[]
  firstMatchOnly: boolean
  /** Number of its last rule. */
  last: number
  /** The event for which `preMatch` was asked last, and its answer. */
  asked: number
  open: boolean
}

interface CompiledRule {
  file: CompiledFile
  conditions: Condition[]
  capture: Capture | undefined
  drop: boolean
  actions: Actions
}

const noCaptures: Found = []
/** Rules compiled between two turns of the event loop, so that events are taken meanwhile. */
const rulesPerTurn = 50

/**
 * All rules, in force together: files in the order of their names, rules in sequence, later ones seeing what earlier ones changed.
 * An event that no rule may match costs one pass over its message and a few look-ups, however many rules there are.
 */
export class RuleSet {
  /** What each rule has done, by its number over all files. */
  readonly tally: RuleTally
  readonly #rules: readonly CompiledRule[]
  readonly #index: RuleIndex
  readonly #candidates: Candidates
  readonly #changes: Changes
  #events = 0

  private constructor(rules: readonly CompiledRule[], names: readonly string[], anchors: Anchors[]) {
    this.#rules = rules
    this.tally = new RuleTally(names)
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
    const anchors: Anchors[] = []
    const names: string[] = []
    for (const file of files.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const preMatch = file.preMatch.map(compileCondition)
      const { name, firstMatchOnly } = file
      const last = rules.length + file.rules.length - 1
      const compiled: CompiledFile = { name, preMatch, firstMatchOnly, last, asked: -1, open: false }
      for (const [at, rule] of file.rules.entries()) {
        const one = compileRule(rule, compiled)
        rules.push(one)
        names.push(`${name} rule ${at + 1}`)
        anchors.push([...one.conditions, ...(one.capture ? [one.capture] : []), ...preMatch].map(anchorsOf))
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
    candidates.begin()
    this.#index.find(event, candidates)
    for (let id = candidates.take(); id !== -1; id = candidates.take()) {
      const rule = rules[id]
      if (rule === undefined || this.tally.disabled(id)) continue
      const begun = this.tally.begin(id)
      const held = this.#open(rule.file, event) && this.#try(id, rule, event)
      this.tally.end(id, held, begun)
      if (!held) continue
      matched?.push(id)
      if (rule.drop) {
        candidates.clear()
        return false
      }
      if (rule.file.firstMatchOnly) candidates.skipPast(rule.file.last)
    }
    return true
  }

  /** `preMatch` is asked once for an event, when the first rule of the file that may match has its turn. */
  #open(file: CompiledFile, event: ParsedEvent): boolean {
    if (file.preMatch.length === 0) return true
    if (file.asked !== this.#events) {
      file.asked = this.#events
      file.open = all(file.preMatch, event)
    }
    return file.open
  }

  #try(id: number, rule: CompiledRule, event: ParsedEvent): boolean {
    if (!all(rule.conditions, event)) return false
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
      this.tally.failed(id, error instanceof Error ? error.message : String(error), Date.now())
    }
    return true
  }
}

type Anchors = readonly (readonly Anchor[] | undefined)[]

function anchorsOf({ anchors }: { anchors: readonly Anchor[] | undefined }): readonly Anchor[] | undefined {
  return anchors
}

function compileRule(rule: Rule, file: CompiledFile): CompiledRule {
  const captured = captureCondition(rule)
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

function all(conditions: readonly Condition[], event: ParsedEvent): boolean {
  for (let i = 0; i < conditions.length; i++) if (conditions[i]?.test(event) !== true) return false
  return true
}
