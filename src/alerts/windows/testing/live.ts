import { matchesBoth } from '../../../schema/intake/batch-matches.ts'
import type { TriggerCondition } from '../../../schema/triggers/trigger-condition.ts'
import {
  advanceWindows,
  evaluateWindows,
  initialWindow,
  questionsOfWindows,
  windowStateKeys,
} from '../advance-windows.ts'
import type { WindowAnswers } from '../evaluator.ts'
import { usualCount } from '../rate.ts'
import type { KeyCount, StoredState, WindowAdvance, WindowFire } from '../window-state.ts'
import type { WindowEvent } from './oracle.ts'

/** The states of one trigger, stored as in metadata, and its runner, whose store is a list of events. */
export class LiveWindows {
  readonly fires: WindowFire[] = []
  readonly states = new Map<string, StoredState>()
  readonly #condition: TriggerCondition
  readonly #stored: WindowEvent[]

  /** `before`: events already in the store. */
  constructor(condition: TriggerCondition, from: number, before: readonly WindowEvent[] = []) {
    this.#condition = condition
    this.#stored = [...before]
    const initial = initialWindow(condition, from)
    if (initial) this.states.set(...initial)
  }

  /** Records a batch, and evaluates the states that are due. */
  record(events: readonly WindowEvent[], now: number): void {
    this.#stored.push(...events)
    const keys = keysOf(events.filter(({ isFirst }) => isFirst))
    const isPair = this.#condition.kind === 'pair'
    const followers = isPair ? events.filter(({ isFollower }) => isFollower) : []
    const followerKeys = followers.map(
      ({ by, second, isFirst }): KeyCount => [by, isFirst ? matchesBoth : '', second, 1],
    )
    const known = windowStateKeys(this.#condition, keys, followerKeys)
    const states = new Map([...this.states].filter(([key]) => known.has(key)))
    this.#save(advanceWindows(this.#condition, states, { keys, followerKeys }, { nowSeconds: now }))
    this.expire(now)
  }

  /** Evaluates the states that are due, as the WindowRunner does. */
  expire(now: number): void {
    const due = new Map([...this.states].filter(([, state]) => state.due !== null && state.due <= now))
    const questions = questionsOfWindows(this.#condition, due, { nowSeconds: now })
    const seen = new Map<string, boolean>()
    const usual = new Map<number, number>()
    for (const question of questions) {
      if (question.kind === 'seen')
        seen.set(`${question.before} ${question.value}`, this.#isSeen(question.value, question.before))
      else usual.set(question.start, this.#usual(question.start))
    }
    const answers: WindowAnswers = {
      seen: (value, before) => seen.get(`${before} ${value}`),
      usual: start => usual.get(start),
    }
    this.#save(evaluateWindows(this.#condition, due, answers, { nowSeconds: now }))
  }

  #save({ states, fires }: WindowAdvance): void {
    this.fires.push(...fires)
    for (const [key, state] of states) {
      if (state === null) this.states.delete(key)
      else this.states.set(key, state)
    }
  }

  #isSeen(value: string, before: number): boolean {
    const days = 'days' in this.#condition ? this.#condition.days : Number.POSITIVE_INFINITY
    return this.#stored.some(
      event =>
        event.isFirst &&
        event.value === value &&
        event.second < before &&
        event.second >= before - days * 86_400,
    )
  }

  #usual(start: number): number {
    if (this.#condition.kind !== 'rate') return 0
    const { days, seconds } = this.#condition
    return usualCount(
      Array.from({ length: days }, (_, day) => {
        const at = start - (day + 1) * 86_400
        return this.#stored.filter(({ second, isFirst }) => isFirst && second >= at && second < at + seconds)
          .length
      }),
    )
  }
}

function keysOf(events: readonly WindowEvent[]): KeyCount[] {
  return events.map(({ by, value, second }) => [by, value, second, 1])
}
