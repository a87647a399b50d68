import { nextTurn } from '../../async/next-turn.ts'
import type { Predicate } from '../../filter/predicate/predicate.ts'
import { stepsFor, type Work, workOf } from '../../filter/predicate/work.ts'
import { withinSteps } from '../../filter/regex/step-budget.ts'
import { maybe, type Verdict } from '../../filter/templates/template-matcher.ts'
import type { Value } from '../contract/field.ts'
import { fieldJudge, type RollupField } from './rollup-fields.ts'
import type { ValueIds } from './value-ids.ts'

/**
 * Limits of the work for verdicts, in steps of filter/predicate/work.ts (some nanoseconds each). `atOnce`:
 * without a pause. `slice`: between two pauses of longer work. `one`: for one combination of values. `all`:
 * for all combinations; beyond it the engine counts rows.
 */
export const judgingSteps = {
  atOnce: 4_000_000,
  slice: 1_000_000,
  one: 4_000_000,
  all: 1_000_000_000,
} as const

/** Approximate characters of the values of a combination. */
const typicalCharacters = 200

/**
 * The verdicts (yes, no or maybe) of a predicate on combinations of values. Each combination is judged once:
 * a live question asks about the same ones each second.
 */
export class PredicateVerdicts {
  readonly #ids: ValueIds
  readonly #judge: (values: readonly Value[]) => Verdict
  readonly #work: Work
  readonly #hasTemplate: boolean
  /** By id of the combination; longer than `#size`. */
  #verdicts = new Uint8Array(0)
  /** Number of combinations judged so far, in the order of their ids. */
  #size = 0
  /** Steps of work so far. */
  #spent = 0
  /** Whether `judgingSteps.all` were spent, or a combination without a template took too long. */
  #isTooMuch = false

  constructor(ids: ValueIds, fields: readonly RollupField[], predicate: Predicate) {
    this.#ids = ids
    this.#judge = fieldJudge(predicate, fields)
    this.#work = workOf(predicate)
    this.#hasTemplate = fields.includes('template')
  }

  /** Verdicts by ids of combinations; undefined until all are judged, and if judging is too expensive. */
  get verdicts(): Uint8Array | undefined {
    return this.#size === this.#ids.size && !this.#isTooMuch
      ? this.#verdicts.subarray(0, this.#size)
      : undefined
  }

  /** Whether judging was given up for good. */
  get isTooExpensive(): boolean {
    return this.#isTooMuch
  }

  /** Judges the rest if that is little work. */
  judgeIfCheap(): void {
    const left = this.#ids.size - this.#size
    if (left * stepsFor(this.#work, typicalCharacters) <= judgingSteps.atOnce)
      this.#judgeSlice(judgingSteps.atOnce)
  }

  /** Judges the rest in slices, yielding to other work. Rejects with the signal's reason. */
  async judgeAll(signal: AbortSignal): Promise<void> {
    this.judgeIfCheap()
    while (this.#size < this.#ids.size && !this.#isTooMuch) {
      await nextTurn()
      signal.throwIfAborted()
      this.#judgeSlice(judgingSteps.slice)
    }
  }

  /** Judges further combinations, with about this number of steps. */
  #judgeSlice(steps: number): void {
    const { size } = this.#ids
    if (this.#verdicts.length < size) {
      const longer = new Uint8Array(Math.max(size, 2 * this.#verdicts.length))
      longer.set(this.#verdicts)
      this.#verdicts = longer
    }
    const end = this.#spent + steps
    while (this.#size < size && this.#spent < end && !this.#isTooMuch) {
      this.#verdicts[this.#size] = this.#verdictOf(this.#ids.valuesOf(this.#size))
      this.#size++
      if (this.#spent > judgingSteps.all) this.#isTooMuch = true
    }
  }

  #verdictOf(values: readonly Value[]): Verdict {
    const characters = values.reduce<number>((sum, value) => sum + String(value).length, 0)
    const steps = stepsFor(this.#work, characters)
    if (steps <= judgingSteps.one) {
      this.#spent += steps
      const verdict = withinSteps(() => this.#judge(values), undefined)
      if (verdict !== undefined) return verdict
    }
    // Only templates may have the verdict `maybe`.
    if (!this.#hasTemplate) this.#isTooMuch = true
    return maybe
  }
}

/** Cached verdicts, by predicate and by the ids of a rollup. */
const verdictsByPredicate = new WeakMap<Predicate, WeakMap<ValueIds, PredicateVerdicts>>()

/** The verdicts of a predicate on the values of a rollup, shared by all its reads. */
export function predicateVerdicts(
  ids: ValueIds,
  fields: readonly RollupField[],
  predicate: Predicate,
): PredicateVerdicts {
  const byIds = verdictsByPredicate.get(predicate) ?? new WeakMap<ValueIds, PredicateVerdicts>()
  verdictsByPredicate.set(predicate, byIds)
  const verdicts = byIds.get(ids) ?? new PredicateVerdicts(ids, fields, predicate)
  byIds.set(ids, verdicts)
  return verdicts
}
