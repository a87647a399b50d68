import { randomUUID } from 'node:crypto'
import { Repeater } from '../../async/repeater.ts'
import { compileFieldValue } from '../../ingest/triggers/field-value.ts'
import type { TriggerInForce } from '../../ingest/triggers/trigger-in-force.ts'
import type { HistorySource, MatchHistory } from '../../query/history/match-history.ts'
import type { StoredEvent } from '../../schema/event/event.ts'
import { maxKeyLength } from '../../schema/intake/batch-matches.ts'
import { truncateText } from '../../schema/text/truncate-text.ts'
import type { TriggerContent } from '../../schema/triggers/trigger.ts'
import type { TriggerCondition } from '../../schema/triggers/trigger-condition.ts'
import type { Log } from '../../telemetry/log.ts'
import { activeTimes } from './active-times.ts'
import { evaluateWindows, initialWindow, isStateOf, questionsOfWindows } from './advance-windows.ts'
import { answerQuestions } from './answer-questions.ts'
import { noAnswers, type WindowAnswers } from './evaluator.ts'
import { maxGraceSeconds, type Outage } from './outages.ts'
import type { OwnerHosts, StoredState, WindowAdvance, WindowFire } from './window-state.ts'

/** A trigger in force with its compiled filter. The runner only gets triggers that have a condition. */
export interface CompiledTrigger {
  id: number
  ownerId: number
  content: TriggerContent
  compiled: TriggerInForce
}

/** A stored state that must be evaluated now. */
interface DueState extends StoredState {
  triggerId: number
  key: string
}

/** The times that a runner needs. */
export interface RunnerClock {
  /** Unix seconds. */
  now(): number
  /** Unix seconds. Everything received before is recorded. */
  deliveredUntil(): Promise<number>
  /** Spans in which nothing was received, ascending. */
  outages(): readonly Outage[]
}

const systemClock: RunnerClock = {
  now: () => Date.now() / 1_000,
  deliveredUntil: async () => Number.POSITIVE_INFINITY,
  outages: () => [],
}

/** The stored states of conditions, by trigger and key. Also records their firings. */
export interface WindowStates {
  /** `except`: ids of triggers. */
  due(nowSeconds: number, limit: number, except: Iterable<number>): Promise<readonly DueState[]>
  dueOf(triggerId: number, nowSeconds: number, limit: number): Promise<readonly DueState[]>
  /** Unix seconds; undefined: no state is due at any time. */
  nextDue(except: Iterable<number>): Promise<number | undefined>
  /** Deletes states of triggers that have ended, except triggers that only this node does not know yet. */
  deleteStatesOfEnded(triggerIds: readonly number[]): Promise<void>
  /** Deletes states that belong to an earlier version of the trigger's condition. */
  deleteStatesBeforeChange(triggerId: number): Promise<void>
  /**
   * Calls `advance` with the stored states of these keys, within a transaction, and stores its result. Does
   * nothing if the trigger has another condition than `expected`.
   */
  recordWindows(
    triggerId: number,
    keys: Iterable<string>,
    advance: (states: ReadonlyMap<string, StoredState>) => WindowAdvance,
    ownerHosts: OwnerHosts,
    expected: TriggerContent,
  ): Promise<void>
}

/** Lets one of several nodes at a time evaluate the condition of a trigger. */
interface ConditionClaims {
  /** False: another runner evaluates it now. */
  claim(runner: string, triggerId: number): Promise<boolean>
  release(runner: string, triggerId: number): Promise<void>
}

/** Maximum consecutive rounds. States that are still due wait for the next evaluation. */
const maxRounds = 100
/** Maximum states evaluated together: they are in memory. */
const maxAtOnce = 1_000
/** Maximum time between two evaluations. */
const maxWaitMs = 60_000
/** Minimum time between two evaluations: changes in between are handled together. */
const minWaitMs = 250
/** Time until the next evaluation if work has failed, or another node was evaluating a condition. */
const retryMs = 5_000
/** Maximum events of a second that are searched for the event of a firing. */
const maxCandidates = 100
/** Maximum firings of a trigger per evaluation whose event is looked up. */
const maxEvents = 20

/**
 * Evaluates states of conditions when they are due: when a wait or a window ends without a match, when a
 * question needs stored events, and when early steps can be decided. States survive restarts, and states that
 * became due meanwhile are evaluated afterwards.
 */
export class WindowRunner {
  readonly #states: WindowStates
  readonly #source: HistorySource
  readonly #inForce: () => readonly CompiledTrigger[]
  readonly #log: Log
  readonly #clock: RunnerClock
  readonly #claims: ConditionClaims | undefined
  /** Name in claims. */
  readonly #runner = randomUUID()
  /** Unix seconds. */
  readonly #startedAt: number
  readonly #closing = new AbortController()
  /** By trigger id: the `conditionText` for which `#initialise` has initialised the states. */
  readonly #initialised = new Map<number, string>()
  /**
   * Ids of triggers with due states that were not in force on this node in the last evaluation. Another node
   * may know them.
   */
  #notInForce = new Set<number>()
  /** Ids of triggers that another node was evaluating during the last evaluation. */
  #elsewhere = new Set<number>()
  readonly #rounds: Repeater
  /** `wake` was called since the start of the last evaluation. */
  #isWoken = false
  /** Work for a trigger has failed since `#tryEvaluateDue` last began. */
  #hasFailed = false

  /** Call `wake` once the triggers are in force. `claims`: absent if no other node evaluates conditions. */
  constructor(
    states: WindowStates,
    source: HistorySource,
    inForce: () => readonly CompiledTrigger[],
    log: Log,
    clock: Partial<RunnerClock> = {},
    claims?: ConditionClaims,
  ) {
    this.#states = states
    this.#source = source
    this.#inForce = inForce
    this.#log = log
    this.#clock = { ...systemClock, ...clock }
    this.#claims = claims
    this.#startedAt = this.#now()
    this.#rounds = new Repeater(
      async () => {
        this.#isWoken = false
        const waitMs = await this.#tryEvaluateDue()
        this.#rounds.runIn(this.#isWoken ? minWaitMs : waitMs)
      },
      // `#tryEvaluateDue` never rejects.
      () => {},
    )
  }

  #now(): number {
    return this.#clock.now()
  }

  /** Call it when a state is due, or the triggers in force have changed. */
  wake(): void {
    if (this.#isWoken) return
    this.#isWoken = true
    if (!this.#rounds.isRunning) this.#rounds.runIn(minWaitMs)
  }

  /** Evaluates all due states. */
  async evaluateDue(): Promise<void> {
    const inForce = new Map(this.#inForce().map(trigger => [trigger.id, trigger]))
    await this.#deleteEnded(inForce)
    /** Triggers whose states stay due until the next evaluation. */
    const failed: number[] = []
    for (const trigger of inForce.values()) {
      if (!(await this.#succeeds(trigger, () => this.#initialise(trigger)))) failed.push(trigger.id)
      this.#closing.signal.throwIfAborted()
    }
    const delivered = Math.floor(await this.#clock.deliveredUntil())
    this.#notInForce = new Set()
    this.#elsewhere = new Set()
    for (let round = 0; round < maxRounds; round++) {
      const except = [...this.#notInForce, ...this.#elsewhere, ...failed]
      const due = await this.#states.due(this.#now(), maxAtOnce, except)
      const byTrigger = Map.groupBy(due, ({ triggerId }) => triggerId)
      const notInForce: number[] = []
      for (const [id, states] of byTrigger) {
        const trigger = inForce.get(id)
        if (trigger === undefined) notInForce.push(id)
        else if (!(await this.#succeeds(trigger, () => this.#evaluateAlone(trigger, states, delivered))))
          failed.push(id)
        this.#closing.signal.throwIfAborted()
      }
      // A trigger that is enabled again starts from scratch.
      if (notInForce.length > 0) await this.#states.deleteStatesOfEnded(notInForce)
      for (const id of notInForce) this.#notInForce.add(id)
      if (due.length < maxAtOnce) return
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#rounds.close()
  }

  /** Evaluates all due states, and logs failures. Returns the milliseconds until the next evaluation. */
  async #tryEvaluateDue(): Promise<number> {
    try {
      this.#hasFailed = false
      await this.evaluateDue()
      if (this.#hasFailed) return retryMs
      const next = await this.#states.nextDue([...this.#notInForce, ...this.#elsewhere])
      // A node that was evaluating may have ended.
      const longestMs = this.#elsewhere.size > 0 ? retryMs : maxWaitMs
      if (next === undefined) return longestMs
      return Math.min(longestMs, Math.max(minWaitMs, (next - this.#now()) * 1_000))
    } catch (error) {
      if (!this.#closing.signal.aborted)
        this.#log.warn({ room: 'alerts', err: error }, 'could not evaluate the conditions of triggers')
      return retryMs
    }
  }

  /** Deletes the states of triggers that are no longer in force. */
  async #deleteEnded(inForce: ReadonlyMap<number, CompiledTrigger>): Promise<void> {
    for (const id of this.#initialised.keys()) {
      if (inForce.has(id)) continue
      await this.#states.deleteStatesOfEnded([id])
      this.#initialised.delete(id)
    }
  }

  /** Initialises the states of a trigger that has come into force, or whose condition changed. */
  async #initialise(trigger: CompiledTrigger): Promise<void> {
    const { id, content } = trigger
    const { condition } = content
    if (condition === null) return
    const text = conditionText(trigger)
    const known = this.#initialised.get(id)
    if (known === text) return
    if (known !== undefined) {
      await this.#states.deleteStatesBeforeChange(id)
      this.#initialised.delete(id)
    }
    const hosts = ownerHostsOf(trigger)
    const initial = initialWindow(condition, Math.floor(this.#now()), hosts)
    if (initial !== undefined) {
      const advance = (states: ReadonlyMap<string, StoredState>): WindowAdvance => {
        const stored = states.get(initial[0])
        const isCurrent = stored !== undefined && isStateOf(condition, stored, hosts)
        return { states: isCurrent ? new Map() : new Map([initial]), fires: [] }
      }
      await this.#states.recordWindows(id, [initial[0]], advance, hosts, content)
    }
    // Set last, so that the next evaluation repeats a write that failed.
    this.#initialised.set(id, text)
  }

  /** Whether the work succeeds. Logs a failure, so that a failing trigger does not delay the others. */
  async #succeeds(trigger: CompiledTrigger, work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      if (this.#closing.signal.aborted) return false
      this.#hasFailed = true
      this.#log.warn(
        { room: 'alerts', err: error },
        `could not evaluate the condition of trigger ${trigger.id}`,
      )
      return false
    }
  }

  /** As `#evaluate`, unless another node evaluates the condition now. */
  async #evaluateAlone(trigger: CompiledTrigger, due: readonly DueState[], delivered: number): Promise<void> {
    if (this.#claims === undefined) return await this.#evaluate(trigger, due, delivered)
    const { id } = trigger
    if (!(await this.#claims.claim(this.#runner, id))) {
      this.#elsewhere.add(id)
      return
    }
    try {
      // Between the read and the claim another node may have evaluated them.
      const stillDue = await this.#states.dueOf(id, this.#now(), due.length)
      if (stillDue.length > 0) await this.#evaluate(trigger, stillDue, delivered)
    } finally {
      // If it fails, the claim ends after a time.
      await this.#claims.release(this.#runner, id).catch(() => {})
    }
  }

  /** Evaluates due states of a trigger, and records its firings. */
  async #evaluate(trigger: CompiledTrigger, due: readonly DueState[], delivered: number): Promise<void> {
    const { id, content, compiled } = trigger
    const { condition } = content
    if (condition === null) return
    const hosts = ownerHostsOf(trigger)
    const grace = this.#graceUntil(condition)
    if (this.#now() < grace) return await this.#postpone(trigger, due, grace)
    const states = new Map(due.map(({ key, ...state }) => [key, state]))
    const nowSeconds = Math.floor(this.#now())
    const times = activeTimes(content.active_hours, this.#clock.outages())
    const history = this.#source.history(trigger.ownerId, this.#closing.signal)
    const answers = await this.#answers(history, trigger, condition, states, { nowSeconds, delivered })
    // The transaction cannot read events, so the events of the firings are looked up before it.
    const evaluate = (current: ReadonlyMap<string, StoredState>) =>
      evaluateWindows(condition, current, answers, { nowSeconds, times, hosts, delivered })
    const expectedFires = evaluate(states).fires
    const events = await this.#eventsOf(history, condition, compiled, expectedFires)
    const advance = (current: ReadonlyMap<string, StoredState>): WindowAdvance => {
      const evaluated = evaluate(current)
      const fires = evaluated.fires.map(fire => {
        const event = events.get(`${fire.at} ${fire.value}`)
        return event === undefined ? fire : { ...fire, event }
      })
      return { states: evaluated.states, fires }
    }
    await this.#states.recordWindows(id, states.keys(), advance, hosts, content)
  }

  /** Answers from stored events. If these cannot be read: no answers, and a later evaluation asks again. */
  async #answers(
    history: MatchHistory,
    trigger: CompiledTrigger,
    condition: TriggerCondition,
    states: ReadonlyMap<string, StoredState>,
    time: { nowSeconds: number; delivered: number },
  ): Promise<WindowAnswers> {
    const { id, compiled } = trigger
    const questions = questionsOfWindows(condition, states, { ...time, hosts: ownerHostsOf(trigger) })
    try {
      return await answerQuestions(history, condition, compiled, questions)
    } catch (error) {
      this.#closing.signal.throwIfAborted()
      this.#log.warn({ room: 'alerts', err: error }, `could not read past events for trigger ${id}`)
      return noAnswers
    }
  }

  /** The events with the new values that a condition fires for, by `at` and `value` of the firing. */
  async #eventsOf(
    history: MatchHistory,
    { kind }: TriggerCondition,
    compiled: TriggerInForce,
    fires: readonly WindowFire[],
  ): Promise<ReadonlyMap<string, StoredEvent>> {
    const events = new Map<string, StoredEvent>()
    if (kind !== 'first_seen' && kind !== 'new_template') return events
    const field = compiled.window?.value
    if (field === null || field === undefined) return events
    const readValue = compileFieldValue(field)
    for (const { at, value } of fires.slice(0, maxEvents)) {
      const candidates = await history.newest(compiled.predicate, { from: at, to: at + 1 }, maxCandidates)
      const event = candidates.find(
        candidate => truncateText(readValue({ ...candidate, extra: {} }), maxKeyLength) === value,
      )
      if (event !== undefined) events.set(`${at} ${value}`, event)
    }
    return events
  }

  /** The Unix second until which no match counts as missing, since senders must reconnect after a start. */
  #graceUntil(condition: TriggerCondition): number {
    const canMiss =
      condition.kind === 'absence' || (condition.kind === 'pair' && condition.expect === 'missing')
    return canMiss ? this.#startedAt + Math.min(condition.seconds, maxGraceSeconds) : 0
  }

  /** Makes the states due at `until`. */
  async #postpone(trigger: CompiledTrigger, due: readonly DueState[], until: number): Promise<void> {
    const advance = (current: ReadonlyMap<string, StoredState>): WindowAdvance => ({
      states: new Map(Array.from(current, ([key, state]) => [key, { ...state, due: until }])),
      fires: [],
    })
    const keys = due.map(({ key }) => key)
    await this.#states.recordWindows(trigger.id, keys, advance, ownerHostsOf(trigger), trigger.content)
  }
}

/** Everything that the states of a trigger depend on, as text. */
function conditionText({ content, compiled }: CompiledTrigger): string {
  const { condition, filter, on_repeats, active_hours } = content
  return JSON.stringify([condition, filter, on_repeats, active_hours, compiled.hosts])
}

function ownerHostsOf({ compiled }: CompiledTrigger): OwnerHosts {
  return compiled.hosts ?? null
}
