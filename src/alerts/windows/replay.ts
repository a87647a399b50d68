import type { TriggerCondition } from '../../schema/trigger-condition.ts'
import type { ActiveHours } from '../../schema/trigger-parts.ts'
import { noAnswers, type SecondMatches, type WindowAnswers } from './evaluator.ts'
import { type AnyEvaluator, byOf, evaluatorOf } from './evaluators.ts'
import { latenessOf } from './lateness.ts'
import type { KeyCount, WindowFire } from './window.ts'

/** Of millions of matches few have values that count. */
const noValues = new Set<string>()
/** Maximum keys of a replay; then further ones are left out. */
const maxKeys = 200_000

/** A condition over matches of the past, in order of time, with all states in memory. */
export class WindowReplay {
  readonly #evaluator: AnyEvaluator
  readonly #condition: TriggerCondition
  readonly #needsKey: boolean
  readonly #answers: WindowAnswers
  readonly #onFire: (fire: WindowFire) => void
  readonly #states = new Map<string, object>()
  /** Those of the second and key at hand. */
  #matches: SecondMatches = emptyMatches(0)
  #key = ''
  #hasMatches = false
  #firingKey = ''
  /** Keys were left out. */
  isComplete = true

  /** `from`: when it would have come into force. Firings of one key come in order. */
  constructor(
    condition: TriggerCondition,
    from: number,
    onFire: (fire: WindowFire) => void,
    answers: WindowAnswers = noAnswers,
    hours: ActiveHours | null = null,
  ) {
    this.#condition = condition
    this.#evaluator = evaluatorOf(condition, hours)
    this.#needsKey = byOf(condition) !== null
    this.#answers = answers
    this.#onFire = onFire
    const initial = this.#needsKey ? undefined : this.#evaluator.initial?.(from)
    if (initial !== undefined) this.#states.set('', initial)
  }

  get step(): number {
    return this.#evaluator.step
  }

  /** Matches, those of each key in order of time. `followers` and `both`: events of the second filter of a pair, alone and together with the first. */
  add(
    matches: readonly KeyCount[],
    followers: readonly KeyCount[] = [],
    both: readonly KeyCount[] = [],
  ): void {
    if (followers.length > 0 || both.length > 0) {
      const all = [
        ...matches.map(entry => ({ entry, of: 'count' as const })),
        ...followers.map(entry => ({ entry, of: 'followers' as const })),
        ...both.map(entry => ({ entry, of: 'both' as const })),
      ]
      all.sort(
        (a, b) => a.entry[2] - b.entry[2] || (a.entry[0] < b.entry[0] ? -1 : a.entry[0] > b.entry[0] ? 1 : 0),
      )
      for (const { entry, of } of all) this.#addEntry(entry, of)
    } else for (const entry of matches) this.#addEntry(entry, 'count')
    this.#flush()
  }

  /** Judges what is over before `to`. */
  end(to: number): void {
    const seconds = 'seconds' in this.#condition ? this.#condition.seconds : 0
    // A window of a rate that ends with the range is whole.
    const now = to + latenessOf(seconds) - (this.#condition.kind === 'rate' ? 0 : 1)
    for (const [key, state] of this.#states) this.#expireUntil(key, state, now)
  }

  #addEntry([by, value, second, count]: KeyCount, of: 'count' | 'followers' | 'both'): void {
    if (this.#needsKey && by === '') return
    if (!this.#hasMatches || second !== this.#matches.second || by !== this.#key) {
      this.#flush()
      this.#matches = emptyMatches(second)
      this.#key = by
      this.#hasMatches = true
    }
    this.#matches[of] += count
    if (of !== 'count' || value === '') return
    if (this.#matches.values === noValues) this.#matches.values = new Set()
    this.#matches.values.add(value)
  }

  #flush(): void {
    if (!this.#hasMatches) return
    this.#hasMatches = false
    const key = this.#key
    const matches = this.#matches
    let state = this.#states.get(key)
    if (state === undefined) {
      if (this.#states.size >= maxKeys) {
        this.isComplete = false
        return
      }
      state = this.#evaluator.fresh(matches.second)
      this.#states.set(key, state)
    }
    const isRate = this.#condition.kind === 'rate'
    if (isRate) this.#expireUntil(key, state, matches.second)
    this.#evaluator.add(state, matches, this.#fireOf(key))
    if (isRate) this.#evaluator.expire(state, matches.second, this.#answers, key, this.#fireOf(key))
  }

  /** One after the other, as the clock would have done it. */
  #expireUntil(key: string, state: object, now: number): void {
    for (;;) {
      const due = this.#evaluator.due(state, Number.NEGATIVE_INFINITY)
      if (typeof due !== 'number' || due > now || due === Number.NEGATIVE_INFINITY) return
      this.#evaluator.expire(state, due, this.#answers, key, this.#fireOf(key))
      if (this.#evaluator.due(state, Number.NEGATIVE_INFINITY) === due) return
    }
  }

  /** Of the key at hand. */
  readonly #fire = (at: number, count: number, value = ''): void =>
    this.#onFire({ key: this.#firingKey, value, at, count })

  #fireOf(key: string): (at: number, count: number, value?: string) => void {
    this.#firingKey = key
    return this.#fire
  }
}

function emptyMatches(second: number): SecondMatches {
  return { second, count: 0, values: noValues, followers: 0, both: 0 }
}
