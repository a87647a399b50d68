import type { TriggerCondition } from '../../schema/triggers/trigger-condition.ts'
import type { ActiveHours } from '../../schema/triggers/trigger-parts.ts'
import { activeTimes } from './active-times.ts'
import { latenessOf, noAnswers, type StepMatches, type WindowAnswers } from './evaluator.ts'
import { type AnyEvaluator, evaluatorOf, groupFieldOf } from './evaluators.ts'
import type { WindowFire } from './window-state.ts'

/**
 * No current time for `due`, which uses it for two things only: no state is over before it, and a question
 * that was not asked yet is due at it.
 */
const noClock = Number.NEGATIVE_INFINITY
/** Maximum keys of a replay; further ones are left out. */
const maxKeys = 200_000

/** Evaluates a condition over past matches for a dry run, in order of time, with all states in memory. */
export class WindowReplay {
  readonly #evaluator: AnyEvaluator
  readonly #condition: TriggerCondition
  readonly #needsKey: boolean
  readonly #answers: WindowAnswers
  readonly #onFire: (fire: WindowFire) => void
  readonly #states = new Map<string, object>()
  /** The condition is a `rate`: the only one here that asks questions. */
  readonly #isRate: boolean
  /** The current key and its state. */
  #key = ''
  #state: object | undefined
  #isComplete = true

  /** `from`: when the condition would have come into force. Firings of one key come in order. */
  constructor(
    condition: TriggerCondition,
    from: number,
    onFire: (fire: WindowFire) => void,
    answers: WindowAnswers = noAnswers,
    hours: ActiveHours | null = null,
  ) {
    this.#condition = condition
    this.#evaluator = evaluatorOf(condition, activeTimes(hours))
    this.#needsKey = groupFieldOf(condition) !== null
    this.#isRate = condition.kind === 'rate'
    this.#answers = answers
    this.#onFire = onFire
    const initial = this.#needsKey ? undefined : this.#evaluator.initial?.(from)
    if (initial !== undefined) this.#states.set('', initial)
  }

  /** False if there were too many keys to track all. */
  get isComplete(): boolean {
    return this.#isComplete
  }

  get stepSeconds(): number {
    return this.#evaluator.stepSeconds
  }

  /** Adds matches of a key ('' without one), in order of time. */
  add(key: string, matches: StepMatches): void {
    if (this.#needsKey && key === '') return
    let state = this.#state
    if (state === undefined || key !== this.#key) {
      state = this.#states.get(key)
      if (state === undefined) {
        if (this.#states.size >= maxKeys) {
          this.#isComplete = false
          return
        }
        state = this.#evaluator.newState(matches.second)
        this.#states.set(key, state)
      }
      this.#key = key
      this.#state = state
    }
    // The answers of a rate are there at once: it is evaluated up to this step, and then with it.
    if (this.#isRate) this.#evaluateUntil(key, state, matches.second)
    this.#evaluator.add(state, matches, this.#fire)
    if (this.#isRate) this.#evaluator.evaluateAt(state, matches.second, this.#answers, key, this.#fire)
  }

  /** Evaluates all windows that end before `to`; of a rate also the window that ends with it. */
  end(to: number): void {
    const seconds = 'seconds' in this.#condition ? this.#condition.seconds : 0
    // States are due `latenessOf` after the end of their window.
    const now = to + latenessOf(seconds) - (this.#isRate ? 0 : 1)
    this.#state = undefined
    for (const [key, state] of this.#states) {
      this.#key = key
      this.#evaluateUntil(key, state, now)
    }
  }

  /**
   * Evaluates a state each time that it is due, as the clock would have done. A question that was not asked
   * yet ends the loop: it is due at `noClock`.
   */
  #evaluateUntil(key: string, state: object, now: number): void {
    for (;;) {
      const due = this.#evaluator.due(state, noClock)
      if (typeof due !== 'number' || due > now || due === noClock) return
      this.#evaluator.evaluateAt(state, due, this.#answers, key, this.#fire)
      if (this.#evaluator.due(state, noClock) === due) return
    }
  }

  /** Fires for the current key. */
  readonly #fire = (at: number, count: number, value = ''): void =>
    this.#onFire({ key: this.#key, value, at, count })
}
