import type { Source } from '../kind.ts'
import { type CachedSlices, type Slice, validSlices } from '../slices/slice-cache.ts'
import { approximateBytes } from './approximate-bytes.ts'
import { type ComputedAnswer, type QueryDeps, rangeOf, rangeOrEmpty } from './compute.ts'
import type { Question } from './question.ts'
import { isStillValid, type Validity } from './validity.ts'

/** The computed slices of an answer, the moment of their validity, and the expected cost of a refresh. */
export class AnswerCache {
  readonly cached: CachedSlices<unknown>
  /** Whether an answer was ever computed. */
  isFilled = false
  /** Approximate bytes of the slices. */
  bytes = 0
  readonly #question: Question
  readonly #deps: QueryDeps
  readonly #source: Source
  #validity: Validity
  #finishCostMs = 0
  #isFinishedInParallel = false
  /** Ids of the events that the answer shows with their notes. */
  #annotated: readonly number[] = []

  constructor(question: Question, deps: QueryDeps) {
    this.#question = question
    this.#deps = deps
    this.#source = question.kind.source ?? deps.store
    const range = rangeOrEmpty(question, deps)
    this.cached = { range, slices: [] }
    this.#validity = { range, sequence: 0, at: 0 }
  }

  /** The last moment (Unix milliseconds) at which the answer was known to be valid. */
  get validAt(): number {
    return this.#validity.at
  }

  /** Whether the answer is valid now. If so, moves `validAt` to now. */
  isValid(): boolean {
    if (!this.isFilled) return false
    const now = this.#deps.now()
    const { journal } = this.#source
    const { current: sequence } = journal
    const notes = this.#deps.notes?.version
    if (this.#showsChangedNotes() || !isStillValid(this.#validity, this.#question, now / 1000, journal))
      return false
    this.#validity = { ...this.#validity, sequence, notes, at: now }
    return true
  }

  /** Expected cost of computing all slices. */
  get maxRefreshCostMs(): number {
    return this.#costMs(sumOfCosts(this.cached.slices))
  }

  /** Expected cost of computing the slices that are no longer valid. */
  refreshCostMs(): number {
    const { profile } = this.#question
    try {
      const valid = validSlices(this.cached, rangeOf(this.#question, this.#deps), profile, this.#source)
      return this.#costMs(sumOfCosts(this.cached.slices) - sumOfCosts(valid))
    } catch {
      // A refresh of a range that has become invalid fails at once.
      return 0
    }
  }

  /** Cost of slices and results. */
  #costMs(slicesCostMs: number): number {
    return this.#isFinishedInParallel
      ? Math.max(slicesCostMs, this.#finishCostMs)
      : slicesCostMs + this.#finishCostMs
  }

  /** Stores a computed answer. `before`: the slices before the computation. */
  fill(computed: ComputedAnswer, before: CachedSlices<unknown>['slices']): void {
    this.cached.slices = withSmoothedCosts(computed.slices, before)
    this.#validity = computed.validity
    this.#finishCostMs = smoothedCost(computed.finishCostMs, this.isFilled ? this.#finishCostMs : undefined)
    this.#isFinishedInParallel = computed.isFinishedInParallel
    this.bytes = approximateBytes(computed.slices)
    this.#annotated = this.#question.kind.annotated?.(computed.results) ?? []
    this.isFilled = true
  }

  /** Drops the slices, to free memory. The next refresh computes all of them. */
  forgetSlices(): void {
    this.cached.slices = []
    this.bytes = 0
  }

  /** Whether notes have changed on an event that the answer shows. */
  #showsChangedNotes(): boolean {
    const { notes } = this.#deps
    if (notes === undefined || this.#annotated.length === 0) return false
    const changed = notes.changedSince(this.#validity.notes ?? 0)
    return changed === undefined || changed.some(id => this.#annotated.includes(id))
  }
}

function sumOfCosts(slices: readonly { costMs: number }[]): number {
  return slices.reduce((sum, { costMs }) => sum + costMs, 0)
}

/** A lower expectation counts as this, so that it can rise. */
const minExpectedMs = 20

/**
 * The expected cost after a computation that took `tookMs`: at most twice the previous expectation. So one
 * slow computation (because of a merge or a sync) does not delay the next ones for seconds, while a
 * permanently high cost is accepted after a few computations.
 */
export function smoothedCost(tookMs: number, expectedMs: number | undefined): number {
  return expectedMs === undefined ? tookMs : Math.min(tookMs, 2 * Math.max(expectedMs, minExpectedMs))
}

/** Smooths the cost of each slice by a previous slice of about the same span: slices move with the range. */
export function withSmoothedCosts<State>(
  slices: readonly Slice<State>[],
  previous: readonly Slice<State>[],
): Slice<State>[] {
  return slices.map(slice => {
    const middle = (slice.from + slice.to) / 2
    const length = slice.to - slice.from
    const similar = previous.find(({ from, to }) => from <= middle && middle < to && 2 * (to - from) > length)
    return { ...slice, costMs: smoothedCost(slice.costMs, similar?.costMs) }
  })
}
