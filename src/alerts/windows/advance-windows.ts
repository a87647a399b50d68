import { hostListDigest } from '../../metadata/triggers/host-lists.ts'
import { matchesBoth } from '../../schema/intake/batch-matches.ts'
import type { TriggerCondition } from '../../schema/triggers/trigger-condition.ts'
import { type ActiveTimes, activeTimes } from './active-times.ts'
import { addEarlyStep, type EarlyStep, takeDecidable } from './early-steps.ts'
import {
  latenessOf,
  noValues,
  retrySeconds,
  type StepMatches,
  type WindowAnswers,
  type WindowQuestion,
} from './evaluator.ts'
import { type AnyEvaluator, evaluatorOf, groupFieldOf } from './evaluators.ts'
import type { KeyCount, OwnerHosts, StoredState, WindowAdvance, WindowFire } from './window-state.ts'

const always = activeTimes(null)

/** Keys of the states that `advanceWindows` needs for these matches. */
export function windowStateKeys(
  condition: TriggerCondition,
  keys: readonly KeyCount[],
  followerKeys: readonly KeyCount[],
): ReadonlySet<string> {
  const keyOf = stateKeyReader(condition, evaluatorOf(condition, always))
  const found = new Set<string>()
  for (const entries of [keys, followerKeys]) {
    for (const entry of entries) {
      const key = keyOf(entry)
      if (key !== undefined) found.add(key)
    }
  }
  return found
}

/** The matches of a batch, in any order. */
interface BatchKeys {
  keys: readonly KeyCount[]
  /** Matches of the second filter of the condition `pair`. */
  followerKeys: readonly KeyCount[]
}

/** The current time, and what it means for a trigger. */
interface Evaluation {
  nowSeconds: number
  /** When the trigger is active; default: always. */
  times?: ActiveTimes
  /** Hosts that the owner of the trigger may see; default: unknown. */
  hosts?: OwnerHosts
}

/**
 * Advances the states of a trigger by the matches of a batch. `states`: the stored states of
 * `windowStateKeys`. Reads no stored events: a state with a question about them becomes due at once, and the
 * WindowRunner answers it. `isOrdered`: all matches that were received earlier are recorded. If not, matches
 * that decide about earlier time (`Evaluator.decides`) wait as early steps for the WindowRunner too.
 */
export function advanceWindows(
  condition: TriggerCondition,
  states: ReadonlyMap<string, StoredState>,
  { keys, followerKeys }: BatchKeys,
  { nowSeconds, times = always, hosts = null, isOrdered = true }: Evaluation & { isOrdered?: boolean },
): WindowAdvance {
  const evaluator = evaluatorOf(condition, times)
  const changes = new StateChanges(identityOf(condition, hosts), evaluator, nowSeconds)
  for (const [key, bySecond] of groupByState(condition, evaluator, keys, followerKeys)) {
    const seconds = Array.from(bySecond.values()).sort((a, b) => a.second - b.second)
    const [first] = seconds
    if (first === undefined) continue
    const stored = states.get(key)
    const read = changes.read(stored)
    const state = read?.state ?? evaluator.newState(first.second)
    const early = read?.early ?? []
    for (const matches of seconds) {
      if (!isOrdered && evaluator.decides?.(state, matches.second) === true)
        addEarlyStep(early, matches, nowSeconds)
      else evaluator.add(state, matches, changes.fireOf(key))
    }
    const newest = seconds.at(-1)?.second ?? first.second
    changes.write(key, stored, state, catchUpOf(condition, newest, nowSeconds, read?.catchUp), early)
  }
  return changes.result()
}

/**
 * Evaluates states at the current time with the answers to their questions, and deletes states that have
 * ended. `delivered`: Unix seconds before which everything received is recorded, by default all; time after
 * it does not count.
 */
export function evaluateWindows(
  condition: TriggerCondition,
  states: ReadonlyMap<string, StoredState>,
  answers: WindowAnswers,
  evaluation: Evaluation & { delivered?: number },
): WindowAdvance {
  const { nowSeconds, times = always, hosts = null, delivered = nowSeconds } = evaluation
  const evaluator = evaluatorOf(condition, times)
  const changes = new StateChanges(identityOf(condition, hosts), evaluator, nowSeconds, delivered)
  for (const [key, stored] of states) {
    const read = changes.read(stored)
    if (read !== undefined) {
      for (const matches of takeDecidable(read.early, delivered))
        evaluator.add(read.state, matches, changes.fireOf(key))
      const now = changes.clockOf(read.catchUp, read.early)
      evaluator.evaluateAt(read.state, now, answers, key, changes.fireOf(key))
    }
    // A late batch may have stored a state with earlier rights of the owner. The trigger then starts again.
    const state = read?.state ?? (key === '' ? initialState(condition, evaluator, nowSeconds) : undefined)
    changes.write(key, stored, state, read?.catchUp, read?.early ?? [])
  }
  return changes.result()
}

/** The questions to answer before `evaluateWindows`. */
export function questionsOfWindows(
  condition: TriggerCondition,
  states: ReadonlyMap<string, StoredState>,
  evaluation: Omit<Evaluation, 'times'> & { delivered?: number },
): WindowQuestion[] {
  const { nowSeconds, hosts = null, delivered = nowSeconds } = evaluation
  const evaluator = evaluatorOf(condition, always)
  const changes = new StateChanges(identityOf(condition, hosts), evaluator, nowSeconds, delivered)
  return Array.from(states).flatMap(([key, stored]) => {
    const read = changes.read(stored)
    if (read === undefined) return []
    // Works on a copy: `evaluateWindows` does the same.
    for (const matches of takeDecidable(read.early, delivered)) evaluator.add(read.state, matches, () => {})
    return evaluator.questions(read.state, changes.clockOf(read.catchUp, read.early), key)
  })
}

/** As `initialState`, in the form that metadata stores, with its key. */
export function initialWindow(
  condition: TriggerCondition,
  nowSeconds: number,
  hosts: OwnerHosts = null,
): [key: string, StoredState] | undefined {
  const evaluator = evaluatorOf(condition, always)
  const state = initialState(condition, evaluator, nowSeconds)
  if (state === undefined) return undefined
  const due = evaluator.due(state, nowSeconds)
  const identity = identityOf(condition, hosts)
  return ['', { state: encode(identity, state), due: typeof due === 'number' ? due : null }]
}

/** Whether a state belongs to this condition and these rights of the owner. */
export function isStateOf(condition: TriggerCondition, { state }: StoredState, hosts: OwnerHosts): boolean {
  return JSON.parse(state)[0] === identityOf(condition, hosts)
}

/** The state of a trigger before its first match; undefined: its condition groups or needs a match first. */
function initialState(
  condition: TriggerCondition,
  evaluator: AnyEvaluator,
  nowSeconds: number,
): object | undefined {
  return groupFieldOf(condition) === null ? evaluator.initial?.(nowSeconds) : undefined
}

/**
 * One evaluation of a trigger's states: decodes stored states, and collects their changes and the firings.
 * `now` and `delivered` are Unix seconds.
 */
class StateChanges {
  readonly #identity: string
  readonly #evaluator: AnyEvaluator
  readonly #now: number
  readonly #delivered: number
  readonly #states = new Map<string, StoredState | null>()
  readonly #fires: WindowFire[] = []

  constructor(identity: string, evaluator: AnyEvaluator, now: number, delivered: number = now) {
    this.#identity = identity
    this.#evaluator = evaluator
    this.#now = now
    this.#delivered = delivered
  }

  /**
   * The clock of a state: the Unix second up to which it is evaluated. It stands still while earlier matches
   * may follow.
   */
  clockOf(catchUp: CatchUp | undefined, early: readonly EarlyStep[] = []): number {
    const [newestLateSecond = Infinity] = this.#isCatchingUp(catchUp) ? catchUp : []
    const [firstEarlySecond = Infinity] = early[0] ?? []
    return Math.min(this.#now, newestLateSecond, this.#delivered, firstEarlySecond)
  }

  /** A stored state; undefined if it belongs to another condition or other rights of the owner. */
  read(stored: StoredState | undefined): ReadState | undefined {
    if (stored === undefined) return undefined
    const [identity, state, catchUp, early = []]: EncodedState = JSON.parse(stored.state)
    return identity === this.#identity ? { state, catchUp, early } : undefined
  }

  /** Stores a state if it has changed. Deletes it if it is undefined or over. */
  write(
    key: string,
    stored: StoredState | undefined,
    state: object | undefined,
    catchUp: CatchUp | undefined,
    early: readonly EarlyStep[],
  ): void {
    // Early steps have a due time of their own (`#retryAt`).
    const clock = this.clockOf(catchUp)
    const due = state === undefined ? 'over' : this.#evaluator.due(state, clock)
    if (state === undefined || (due === 'over' && early.length === 0)) {
      if (stored !== undefined) this.#states.set(key, null)
      return
    }
    const activeCatchUp = this.#isCatchingUp(catchUp) ? catchUp : undefined
    const dueByTime = typeof due === 'number' ? this.#dueByTime(due, clock, activeCatchUp) : null
    const next = {
      state: encode(this.#identity, state, activeCatchUp, early),
      due: early.length === 0 ? dueByTime : Math.min(dueByTime ?? Infinity, this.#retryAt(early)),
    }
    if (next.state !== stored?.state || next.due !== stored.due) this.#states.set(key, next)
  }

  /** Whether the clock of a state stands still because of late matches. */
  #isCatchingUp(catchUp: CatchUp | undefined): catchUp is CatchUp {
    const [, until = 0] = catchUp ?? []
    return this.#now < until
  }

  /** The second at which to evaluate a state that becomes due by its clock, which may stand still. */
  #dueByTime(due: number, clock: number, catchUp: CatchUp | undefined): number {
    // The clock stands still, but a state that it makes due soon, such as a repeated question, is evaluated
    // meanwhile.
    if (catchUp !== undefined) return Math.min(this.#now + due - clock, catchUp[1])
    if (due <= clock || due > this.#now) return due
    // Due by the current time, but not by the clock: recording lags behind.
    return this.#now + Math.min(retrySeconds, Math.max(1, this.#now - clock))
  }

  /** The second at which to evaluate early steps: at once if they are new. */
  #retryAt(early: readonly EarlyStep[]): number {
    if (early.some(([, , , , recordedAt]) => recordedAt === this.#now)) return this.#now
    return this.#now + Math.min(retrySeconds, Math.max(1, this.#now - this.#delivered))
  }

  /** Returns a function that collects a firing of this state. */
  fireOf(stateKey: string): (at: number, count: number, value?: string) => void {
    const key = this.#evaluator.hasStatePerValue ? '' : stateKey
    return (at, count, value = '') => this.#fires.push({ key, value, at, count })
  }

  result(): WindowAdvance {
    return { states: this.#states, fires: this.#fires.sort((a, b) => a.at - b.at) }
  }
}

function encode(
  identity: string,
  state: object,
  catchUp?: CatchUp,
  early: readonly EarlyStep[] = [],
): string {
  if (early.length > 0) return JSON.stringify([identity, state, catchUp ?? noCatchUp, early])
  return JSON.stringify([identity, state, ...(catchUp === undefined ? [] : [catchUp])])
}

/** A state as metadata stores it. */
type EncodedState = [identity: string, state: object, catchUp?: CatchUp, early?: EarlyStep[]]

/** A decoded state. */
interface ReadState {
  state: object
  catchUp: CatchUp | undefined
  early: EarlyStep[]
}

/** Seconds for which a state waits for further matches after late ones. */
const catchUpSeconds = 60

/**
 * The catch-up of a state after late matches, such as after a network outage: until the Unix second `until`,
 * its clock stands at `second`, the second of the newest match.
 */
type CatchUp = [second: number, until: number]

/** Stands for no catch-up, because `early` follows it in the array: it has always ended. */
const noCatchUp: CatchUp = [0, 0]

/** The catch-up of a state whose new matches end at the second `newest`; undefined if that is not late. */
function catchUpOf(
  condition: TriggerCondition,
  newest: number,
  now: number,
  previous: CatchUp | undefined,
): CatchUp | undefined {
  const seconds = 'seconds' in condition ? condition.seconds : 0
  const second = Math.max(newest, previous?.[0] ?? 0)
  return second < now - latenessOf(seconds) ? [second, now + catchUpSeconds] : undefined
}

/**
 * Identifies the condition and rights of a state. With another condition the state means nothing; with other
 * rights it counts events that the owner may no longer see.
 */
function identityOf(condition: TriggerCondition, hosts: OwnerHosts): string {
  const field = 'field' in condition ? condition.field : ''
  const seconds = 'seconds' in condition ? condition.seconds : ''
  const identity = `${condition.kind} ${seconds} ${JSON.stringify([groupFieldOf(condition), field])}`
  return hosts === null || hosts.includes('*') ? identity : `${identity} ${hostListDigest(hosts)}`
}

/**
 * Returns the function that reads the state key of an entry. undefined: the entry affects no state, because
 * its events lack the field that the condition groups by or watches.
 */
function stateKeyReader(
  condition: TriggerCondition,
  { hasStatePerValue }: AnyEvaluator,
): (entry: KeyCount) => string | undefined {
  if (hasStatePerValue) return ([, value]) => value || undefined
  return groupFieldOf(condition) === null ? () => '' : ([by]) => by || undefined
}

/** The matches of a batch by state key, then by the second of their step. */
function groupByState(
  condition: TriggerCondition,
  evaluator: AnyEvaluator,
  keys: readonly KeyCount[],
  followerKeys: readonly KeyCount[],
): Map<string, Map<number, StepMatches>> {
  const groups = new Map<string, Map<number, StepMatches>>()
  const { stepSeconds } = evaluator
  const keyOf = stateKeyReader(condition, evaluator)
  const matchesOf = (entry: KeyCount): StepMatches | undefined => {
    const key = keyOf(entry)
    if (key === undefined) return undefined
    const [, , occurredAt] = entry
    let group = groups.get(key)
    if (group === undefined) {
      group = new Map()
      groups.set(key, group)
    }
    const second = Math.floor(occurredAt / stepSeconds) * stepSeconds
    let matches = group.get(second)
    if (matches === undefined) {
      matches = { second, count: 0, values: noValues, followers: 0, both: 0 }
      group.set(second, matches)
    }
    return matches
  }
  for (const entry of keys) {
    const matches = matchesOf(entry)
    if (matches === undefined) continue
    const [, value, , count] = entry
    matches.count += count
    if (value === '') continue
    if (matches.values === noValues) matches.values = new Set()
    matches.values.add(value)
  }
  for (const entry of followerKeys) {
    const matches = matchesOf(entry)
    if (matches === undefined) continue
    const [, value, , count] = entry
    if (value === matchesBoth) matches.both += count
    else matches.followers += count
  }
  return groups
}
