import { setImmediate } from 'node:timers/promises'
import { type EventTest, matcherCompiler, matcherSteps } from '../../filter/match/matcher.ts'
import { StepBudget, StepsExceededError } from '../../filter/regex/step-budget.ts'
import { emptyEvent } from '../../filter/templates/empty-event.ts'
import type { ParsedEvent, StoredEvent } from '../../schema/event/event.ts'
import type { FilterCost } from '../../schema/filter/filter-cost.ts'
import { Candidates } from '../event-index/candidates.ts'
import { type ConditionKeys, EventIndex } from '../event-index/event-index.ts'
import { StepShares } from '../event-index/step-shares.ts'
import { RuleCounters } from '../rules/rule-counters.ts'
import { compileActiveHours } from './active-hours.ts'
import { compileFieldValue } from './field-value.ts'
import { requiredKeys } from './required-keys.ts'
import type { TriggerInForce } from './trigger-in-force.ts'

/** How the matches of a trigger are recorded; see MatchCollector. */
export interface MatchTarget {
  id: number
  /** Host patterns that limit what its owner sees, as JSON; undefined if unknown. */
  hosts?: string | undefined
  onRepeats: 'first' | 'each'
  /** `follower`: the event matches the second filter of a pair, and is not counted as a match. */
  kind: 'event' | 'window' | 'follower'
  /** Reads the value by which matches are reported separately; '' for all. */
  groupBy: (event: ParsedEvent) => string
  /** Reads the value by which a condition over many events groups; '' without one. */
  by: (event: ParsedEvent) => string
  /** Reads the value that a condition over many events watches; '' without one. */
  value: (event: ParsedEvent) => string
}

/** The triggers that match one event. Its arrays are reused for the next event. */
export interface Matched {
  /** Ids for the row of the event, in the triggers' order. */
  readonly ids: readonly number[]
  readonly targets: readonly MatchTarget[]
}

/** Steps of one owner's triggers for one event, so that they do not delay other owners' triggers. */
interface OwnerSteps {
  budget: StepBudget
  shares: StepShares
  /** Number of the event for which the steps were renewed. */
  event: number
}

/**
 * A filter of a trigger and its effects. A trigger with a pair as its condition has two entries, one directly
 * after the other: for the first and for the second filter.
 */
interface Entry {
  target: MatchTarget
  owner: number
  steps: OwnerSteps
  test: EventTest
  /** See TriggerInForce. */
  newStatus: number
  stop: TriggerInForce['stop']
  /** Absent for a trigger without active hours. */
  isInHours: ((second: number) => boolean) | undefined
  /** Whether the trigger is in its active hours now. */
  isActive: boolean
}

/** Triggers that are compiled before yielding to the event loop, so that ingest continues. */
const triggersPerTurn = 50
/**
 * Limits of one owner's triggers for one event: about 50 ms of counted steps, and about 50 ms of uncounted
 * steps (`StepLimits`), which suffice for many expressions on a short message, or for one on a long message.
 */
const ownerSteps = { ...matcherSteps, run: 1_000_000, uncounted: 2_000_000 }

/**
 * The triggers in force, in order. Each sees the status that earlier ones set. An index selects the triggers
 * to test: an event that no trigger can match costs one pass over its message and a few lookups, for any
 * number of triggers.
 */
export class TriggerSet {
  readonly #entries: readonly Entry[]
  /** Entries with active hours. */
  readonly #timed: readonly Entry[]
  readonly #index: EventIndex
  readonly #candidates: Candidates
  /** Tries and errors by number of the entry. An entry that exceeds its steps too often is disabled. */
  readonly counters: RuleCounters
  /** Number of the current event that has candidates. */
  #events = 0
  readonly #ids: number[] = []
  readonly #targets: MatchTarget[] = []
  /** Owners whose later triggers do not get the event. */
  readonly #stopped: number[] = []
  /** The result of `apply`, the same object for all events. */
  readonly #matched: Matched = { ids: this.#ids, targets: this.#targets }
  /** The current event in the form that matchers read. */
  readonly #probe: StoredEvent = { ...emptyEvent }
  /** The minute for which `isActive` of all entries is right. */
  #minute = Number.NaN

  private constructor(entries: readonly Entry[], keys: readonly ConditionKeys[]) {
    this.#entries = entries
    this.#timed = entries.filter(({ isInHours }) => isInHours !== undefined)
    this.#index = new EventIndex(keys)
    this.#candidates = new Candidates(entries.length)
    this.counters = new RuleCounters(entries.map(({ target }) => `trigger ${target.id}`))
  }

  /** Compiles triggers, which must be in their order, without blocking ingest. */
  static async compile(triggers: readonly TriggerInForce[]): Promise<TriggerSet> {
    const compile = matcherCompiler()
    const entries: Entry[] = []
    const keys: ConditionKeys[] = []
    const stepsOf = new Map<number, OwnerSteps>()
    for (const [position, trigger] of triggers.entries()) {
      const { id, owner, predicate, newStatus, stop, activeHours, onRepeats, window } = trigger
      const groupBy = compileFieldValue(trigger.groupBy)
      const isInHours = activeHours === null ? undefined : compileActiveHours(activeHours)
      const by = compileFieldValue(window?.by ?? null)
      const value = compileFieldValue(window?.value ?? null)
      const steps = stepsOf.get(owner) ?? {
        budget: new StepBudget(ownerSteps),
        shares: new StepShares(),
        event: 0,
      }
      stepsOf.set(owner, steps)
      const shared = { owner, steps, isInHours, isActive: true }
      const hosts = trigger.hosts && JSON.stringify(trigger.hosts)
      const kind = window === null ? 'event' : 'window'
      entries.push({
        ...shared,
        target: { id, hosts, onRepeats, kind, groupBy, by, value },
        test: compile(predicate, steps.budget),
        // A condition over many events does not change the status of a single one.
        newStatus: window === null ? newStatus : 0,
        stop: window === null ? stop : null,
      })
      keys.push(requiredKeys(predicate))
      if (window !== null && window.followedBy !== null) {
        const target = { id, hosts, onRepeats, kind: 'follower' as const, groupBy, by, value }
        entries.push({
          ...shared,
          target,
          test: compile(window.followedBy, steps.budget),
          newStatus: 0,
          stop: null,
        })
        keys.push(requiredKeys(window.followedBy))
      }
      if (position % triggersPerTurn === triggersPerTurn - 1) await setImmediate()
    }
    return new TriggerSet(entries, keys)
  }

  /** Number of entries: a trigger with a pair has two. */
  get size(): number {
    return this.#entries.length
  }

  /** Number of entries that the index cannot exclude, so that each is tested on every event. */
  get unindexed(): number {
    return this.#index.unindexed.length
  }

  /** Costs of each filter, in order. A pair has two filters with the same id. */
  get costs(): FilterCost[] {
    const counts = this.counters.tries.counts()
    const unindexed = new Set(this.#index.unindexed)
    return this.#entries.flatMap(({ target }, i) => {
      const count = counts[i]
      return count === undefined ? [] : { trigger_id: target.id, ...count, is_unindexed: unindexed.has(i) }
    })
  }

  /** Finds the triggers that match an event at `nowMicros`, and sets its status; undefined if none match. */
  apply(event: ParsedEvent, nowMicros: number): Matched | undefined {
    const candidates = this.#candidates
    candidates.reset()
    this.#index.find(event, candidates)
    let index = candidates.takeLowest()
    if (index === -1) return undefined
    if (this.#timed.length > 0) this.#checkHours(nowMicros)
    const ids = this.#ids
    const targets = this.#targets
    ids.length = 0
    targets.length = 0
    const stopped = this.#stopped
    stopped.length = 0
    const probe = this.#probe
    fillProbe(probe, event)
    this.#events++
    for (; index !== -1; index = candidates.takeLowest()) {
      const entry = this.#entries[index]
      if (entry === undefined || !entry.isActive || this.counters.isDisabled(index)) continue
      if (stopped.length > 0 && stopped.includes(entry.owner)) continue
      const startMs = this.counters.tries.begin(index)
      const isMatch = this.#holds(index, entry, probe)
      this.counters.tries.end(index, isMatch, startMs)
      if (!isMatch) continue
      targets.push(entry.target)
      if (entry.target.kind === 'event') ids.push(entry.target.id)
      if (entry.newStatus !== 0 && entry.newStatus !== event.status) {
        event.status = entry.newStatus
        probe.status = entry.newStatus
        this.#index.fieldChanged('status', String(entry.newStatus), candidates)
      }
      if (entry.stop === 'owner') stopped.push(entry.owner)
      if (entry.stop === 'all') break
    }
    return targets.length === 0 ? undefined : this.#matched
  }

  /** Whether a trigger matches: false if its expressions take more steps than its owner has left. */
  #holds(index: number, { steps, test }: Entry, event: StoredEvent): boolean {
    const { budget, shares } = steps
    if (steps.event !== this.#events) {
      steps.event = this.#events
      budget.renew()
      shares.reset()
    }
    const { left } = budget
    try {
      const isMatch = test(event)
      if (budget.left < left) shares.add(index, left - budget.left)
      return isMatch
    } catch (error) {
      if (!(error instanceof StepsExceededError)) throw error
      shares.add(index, Math.max(1, left - budget.left))
      const blamed = shares.blame()
      if (blamed !== undefined) this.counters.addError(blamed, `${error.message} for one event`, Date.now())
      return false
    }
  }

  /** Switches triggers on or off by their hours, once a minute, since hours are whole minutes. */
  #checkHours(nowMicros: number): void {
    const minute = Math.floor(nowMicros / 60_000_000)
    if (minute === this.#minute) return
    this.#minute = minute
    for (const entry of this.#timed) entry.isActive = entry.isInHours?.(minute * 60) ?? true
  }
}

/** Copies the fields that filters may test. */
function fillProbe(probe: StoredEvent, event: ParsedEvent): void {
  probe.ts = event.ts
  probe.last = event.ts
  probe.host = event.host
  probe.program = event.program
  probe.facility = event.facility
  probe.severity = event.severity
  probe.mnemonic = event.mnemonic
  probe.message = event.message
  probe.type = event.type
  probe.status = event.status
  probe.tags = event.tags
}
