import { setImmediate } from 'node:timers/promises'
import { type EventTest, matcherCompiler } from '../../filter/matcher.ts'
import { emptyEvent } from '../../filter/templates/empty-event.ts'
import type { ParsedEvent, StoredEvent } from '../../schema/event.ts'
import type { FilterCost } from '../../schema/filter-cost.ts'
import { Candidates } from '../event-index/candidates.ts'
import { type ConditionKeys, EventIndex } from '../event-index/event-index.ts'
import { TryCounters } from '../event-index/try-counters.ts'
import { compileActiveHours } from './active-hours.ts'
import { compileFieldValue } from './field-value.ts'
import { requiredKeys } from './required-keys.ts'
import type { TriggerInForce } from './trigger-in-force.ts'

/** What is recorded of an event that a trigger matches. */
export interface MatchTarget {
  id: number
  /** Patterns of the hosts that its owner sees, as JSON; undefined: unknown. */
  hosts?: string | undefined
  onRepeats: 'first' | 'each'
  /** `follower`: the event fits the second filter of a pair, which is no match of the trigger. */
  kind: 'event' | 'window' | 'follower'
  groupBy: (event: ParsedEvent) => string
  by: (event: ParsedEvent) => string
  value: (event: ParsedEvent) => string
}

/** The triggers that match one event. Its arrays are those of the next event too. */
export interface Matched {
  /** Ids for the row of the event, in the order of execution. */
  readonly ids: readonly number[]
  readonly targets: readonly MatchTarget[]
}

interface Entry {
  target: MatchTarget
  owner: number
  test: EventTest
  mark: number
  stop: TriggerInForce['stop']
  isInHours: ((second: number) => boolean) | undefined
  isActive: boolean
}

const triggersPerTurn = 50

/**
 * The triggers in force, in their order: each sees the status that earlier ones set. An event that no trigger can match costs one pass over
 * its message and a few lookups, for any number of triggers.
 */
export class TriggerSet {
  readonly #entries: readonly Entry[]
  /** Entries with hours. */
  readonly #timed: readonly Entry[]
  readonly #index: EventIndex
  readonly #candidates: Candidates
  readonly #tries: TryCounters
  readonly #ids: number[] = []
  readonly #targets: MatchTarget[] = []
  /** Owners whose later triggers do not see the event. */
  readonly #stopped: number[] = []
  readonly #matched: Matched = { ids: this.#ids, targets: this.#targets }
  /** The event as the matchers read it. */
  readonly #probe: StoredEvent = { ...emptyEvent }
  #minute = Number.NaN

  private constructor(entries: readonly Entry[], keys: readonly ConditionKeys[]) {
    this.#entries = entries
    this.#timed = entries.filter(({ isInHours }) => isInHours !== undefined)
    this.#index = new EventIndex(keys)
    this.#candidates = new Candidates(entries.length)
    this.#tries = new TryCounters(entries.length)
  }

  /** Compiles triggers, which are in the order of execution, without blocking ingest. */
  static async compile(triggers: readonly TriggerInForce[]): Promise<TriggerSet> {
    const compile = matcherCompiler()
    const entries: Entry[] = []
    const keys: ConditionKeys[] = []
    for (const [at, trigger] of triggers.entries()) {
      const { id, owner, predicate, mark, stop, activeHours, onRepeats, window } = trigger
      const groupBy = compileFieldValue(trigger.groupBy)
      const isInHours = activeHours === null ? undefined : compileActiveHours(activeHours)
      const by = compileFieldValue(window?.by ?? null)
      const value = compileFieldValue(window?.value ?? null)
      const common = { owner, isInHours, isActive: true }
      const hosts = trigger.hosts && JSON.stringify(trigger.hosts)
      const kind = window === null ? 'event' : 'window'
      entries.push({
        ...common,
        target: { id, hosts, onRepeats, kind, groupBy, by, value },
        test: compile(predicate),
        // What holds of many events says nothing about the one that is being written.
        mark: window === null ? mark : 0,
        stop: window === null ? stop : null,
      })
      keys.push(requiredKeys(predicate))
      if (window !== null && window.followedBy !== null) {
        const target = { id, hosts, onRepeats, kind: 'follower' as const, groupBy, by, value }
        entries.push({ ...common, target, test: compile(window.followedBy), mark: 0, stop: null })
        keys.push(requiredKeys(window.followedBy))
      }
      if (at % triggersPerTurn === triggersPerTurn - 1) await setImmediate()
    }
    return new TriggerSet(entries, keys)
  }

  get size(): number {
    return this.#entries.length
  }

  /** Entries that the index cannot exclude for any event. */
  get unindexed(): number {
    return this.#index.unindexed.length
  }

  /** Of each filter, in their order: a pair has two of the same id. */
  get costs(): FilterCost[] {
    const counts = this.#tries.counts()
    const unindexed = new Set(this.#index.unindexed)
    return this.#entries.flatMap(({ target }, at) => {
      const count = counts[at]
      return count === undefined ? [] : { trigger_id: target.id, ...count, is_unindexed: unindexed.has(at) }
    })
  }

  /** Finds the triggers that match an event at `nowMicros`, and sets its status. Undefined when there is none. */
  apply(event: ParsedEvent, nowMicros: number): Matched | undefined {
    const candidates = this.#candidates
    candidates.reset()
    this.#index.find(event, candidates)
    let at = candidates.takeLowest()
    if (at === -1) return undefined
    if (this.#timed.length > 0) this.#checkHours(nowMicros)
    const ids = this.#ids
    const targets = this.#targets
    ids.length = 0
    targets.length = 0
    const stopped = this.#stopped
    stopped.length = 0
    const probe = this.#probe
    fillProbe(probe, event)
    for (; at !== -1; at = candidates.takeLowest()) {
      const entry = this.#entries[at]
      if (entry === undefined || !entry.isActive) continue
      if (stopped.length > 0 && stopped.includes(entry.owner)) continue
      const begun = this.#tries.begin(at)
      const holds = entry.test(probe)
      this.#tries.end(at, holds, begun)
      if (!holds) continue
      targets.push(entry.target)
      if (entry.target.kind === 'event') ids.push(entry.target.id)
      if (entry.mark !== 0 && entry.mark !== event.status) {
        event.status = entry.mark
        probe.status = entry.mark
        this.#index.changed('status', String(entry.mark), candidates)
      }
      if (entry.stop === 'owner') stopped.push(entry.owner)
      if (entry.stop !== 'all') continue
      candidates.clear()
      break
    }
    return targets.length === 0 ? undefined : this.#matched
  }

  /** Once a minute: hours are whole minutes. */
  #checkHours(nowMicros: number): void {
    const minute = Math.floor(nowMicros / 60_000_000)
    if (minute === this.#minute) return
    this.#minute = minute
    for (const entry of this.#timed) entry.isActive = entry.isInHours?.(minute * 60) ?? true
  }
}

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
