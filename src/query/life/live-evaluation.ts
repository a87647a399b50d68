import { type ResolvedRange, type Source, sourceOf } from '../kind.ts'
import { type CachedSlices, type Slice, stillValid } from '../slices/slice-cache.ts'
import { approximateBytes } from './approximate-bytes.ts'
import { type ComputeDeps, type Computed, compute, rangeOf, rangeOrEmpty } from './compute.ts'
import { failureOf, isTransient, type Log } from './failure.ts'
import { noResults, type PublishedState, SharedResults } from './published-state.ts'
import type { Question } from './question.ts'
import { RefreshPhase } from './refresh-phase.ts'
import { smoothedCost, withSmoothedCosts } from './smoothed-cost.ts'
import { isStillValid, type Validity } from './validity.ts'

export interface EvaluationDeps extends ComputeDeps {
  log: Log
  /** Called each time something is computed, the whole of it or what is new. */
  computing: () => void
}

const unusedError = new Error('nobody waits for this evaluation any more')

/** An evaluation is looked at once a second, and computed anew for about a quarter of the time at most. */
const minIntervalMs = 1_000
const restPerCost = 4
/** The first answer mostly costs what is kept from then on: what a refresh costs is found out without that rest. */
const restAfterFirst = 1
/** New rows have one that rests looked at so often at most. */
const minCheckIntervalMs = 100
/** While the first answer waits for its turn, those who watch are told in this time that it has moved up. */
const queueIntervalMs = 1_000
/** A computation that failed is tried again after so long: when it was refused for the moment, for a passing reason, for any other. */
const retryAfterThrottledMs = 1_000
const retryAfterTransientMs = 5_000
const retryAfterFailureMs = 60_000

/**
 * The answer to one question, shared by all who ask it with the same rights: computed once, and kept current while
 * somebody watches. Closed slices are kept, so that a refresh costs what is new.
 */
export class LiveEvaluation {
  readonly question: Question
  readonly #deps: EvaluationDeps
  readonly #stop = new AbortController()
  readonly #listeners = new Set<() => void>()
  readonly #rhythm = new RefreshPhase()
  readonly #stopHearing: (() => void) | undefined
  #heardAt = 0
  /** Users by how often they use it; turns are taken in the name of the first. */
  readonly #users = new Map<number, number>()
  #shown: PublishedState
  #kept: CachedSlices<unknown>
  #truth: Validity
  #running: Promise<void> | undefined
  #computed = false
  #refreshed = false
  /** It has been computed, or could not be. */
  #tried = false
  /** Unix milliseconds. */
  #startedAt = 0
  #finishCost = 0
  #weight = 0
  /** Unix milliseconds before which no refresh is tried. */
  #notBefore = 0
  #watchers = 0
  #watchedUntil = 0
  #timer: NodeJS.Timeout | undefined

  constructor(question: Question, deps: EvaluationDeps) {
    this.question = question
    this.#deps = deps
    const range = rangeOrEmpty(question, deps)
    this.#kept = { range, slices: [] }
    this.#truth = { range, sequence: 0, at: 0 }
    this.#shown = {
      status: 'IN_PROGRESS',
      results: noResults,
      range,
      state: undefined,
      progress: 0,
      failure: undefined,
      updatedAt: deps.now(),
      version: 0,
    }
    if (question.kind.source === undefined) {
      this.#stopHearing = deps.store.touched.onAppend(() => this.#hear())
    }
  }

  get state(): PublishedState {
    return this.#shown
  }

  /** The last moment (Unix milliseconds) at which what is shown was known to be the whole truth. */
  get validAt(): number {
    return this.#truth.at
  }

  /** Which turn from now is its own, 1 is the next; undefined while it does not wait for one. */
  get queuePosition(): number | undefined {
    return this.#running && this.#deps.lanes.positionOf(this.#stop.signal)
  }

  get isUsed(): boolean {
    return this.#users.size > 0
  }

  /** Someone uses it from now on. */
  use(user: number): void {
    this.#users.set(user, (this.#users.get(user) ?? 0) + 1)
  }

  /** Someone uses it no longer; what nobody uses ends. */
  release(user: number): void {
    const left = (this.#users.get(user) ?? 0) - 1
    if (left > 0) this.#users.set(user, left)
    else this.#users.delete(user)
    if (this.#users.size === 0) void this.end()
  }

  /** Called after each change of what is shown, and when it turned out to be true still. Returns the unsubscribe function. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Kept current from now on, until the returned function is called. */
  watch(): () => void {
    this.#watchers++
    this.#refreshWhenDue()
    return () => {
      this.#watchers--
    }
  }

  /** Kept current until then (Unix milliseconds). */
  watchUntil(moment: number): void {
    this.#watchedUntil = Math.max(this.#watchedUntil, moment)
    this.#refreshWhenDue()
  }

  /**
   * Resolves when what is shown is true of this moment, or cannot be made so; for the first answer, when it is there.
   * Never rejects.
   */
  async refresh(): Promise<void> {
    const asked = this.#deps.now()
    const first = !this.#computed
    if (this.#running === undefined) this.#startIfUntrue()
    await this.#running
    // What ran already may have begun before somebody asked.
    if (first || this.validAt >= asked) return
    if (this.#running === undefined) this.#startIfUntrue()
    await this.#running
  }

  /** About how many bytes its slices take. */
  get bytes(): number {
    return this.#weight
  }

  /** Unix milliseconds since when nobody has watched it; undefined while somebody does, and while it is computed. */
  get idleSince(): number | undefined {
    if (this.#isWatched || this.#running !== undefined) return undefined
    return Math.max(this.#watchedUntil, this.#startedAt)
  }

  /** Gives back the memory of the slices: the next refresh computes them all. */
  forgetSlices(): void {
    this.#kept = { ...this.#kept, slices: [] }
    this.#weight = 0
  }

  /** Ends its work at the store. Resolves once that is over. */
  async end(): Promise<void> {
    clearTimeout(this.#timer)
    this.#stopHearing?.()
    this.#listeners.clear()
    this.#stop.abort(unusedError)
    await this.#running
  }

  get #source(): Source {
    return sourceOf(this.question.kind, this.#deps.store)
  }

  get #isWatched(): boolean {
    return this.#watchers > 0 || this.#deps.now() < this.#watchedUntil
  }

  /** Whether what is shown is true of this moment; a failure stays one until it is tried again. */
  #isTrue(): boolean {
    if (this.#shown.status === 'FAILURE') return true
    if (!this.#computed) return false
    const now = this.#deps.now()
    const { touched } = this.#source
    const { current: sequence } = touched
    if (!isStillValid(this.#truth, this.question, now / 1000, touched)) return false
    this.#truth = { ...this.#truth, sequence, at: now }
    return true
  }

  /** Looks at it now or as soon as its pace allows, then once a second, for as long as it is watched. */
  #refreshWhenDue(): void {
    if (this.#stop.signal.aborted || this.#running !== undefined || !this.#tried) return
    if (!this.#isWatched || this.#timer !== undefined) return
    const now = this.#deps.now()
    this.#refreshAt(this.#dueAt(now), now)
  }

  #refreshAt(due: number, now: number): void {
    if (now >= due) {
      this.#start()
      return
    }
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#refreshWhenDue()
    }, due - now)
  }

  /** Rows have come in: what they change is not left until the next look when it has not been computed for a second. */
  #hear(): void {
    const now = this.#deps.now()
    if (this.#timer === undefined || this.#shown.status !== 'SUCCESS' || !this.#isWatched) return
    if (now < this.#soonest || now < this.#heardAt + minCheckIntervalMs) return
    this.#heardAt = now
    if (this.#isTrue()) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#refreshAt(this.#affordableAt(), now)
  }

  /** When it may be computed again. */
  get #soonest(): number {
    return Math.max(this.#startedAt, this.#rhythm.start) + minIntervalMs
  }

  /** When it is computed again, or at least looked at. */
  #dueAt(now: number): number {
    if (this.#shown.status !== 'SUCCESS') return this.#notBefore
    const soonest = Math.max(this.#soonest, this.#truth.at + minIntervalMs)
    if (now < soonest) return soonest
    return this.#isTrue() ? now + minIntervalMs : this.#affordableAt()
  }

  get #restPerCost(): number {
    return this.#refreshed ? restPerCost : restAfterFirst
  }

  /** When a refresh has been rested for. It costs what the slices that are no longer true cost when they were made. */
  #affordableAt(): number {
    const whole = this.#kept.slices.reduce((sum, slice) => sum + slice.cost, this.#finishCost)
    const atMost = Math.max(this.#notBefore, this.#startedAt + this.#restPerCost * whole)
    if (atMost <= this.#deps.now()) return atMost
    let range: ResolvedRange
    try {
      range = rangeOf(this.question, this.#deps)
    } catch {
      // A range that is none any more costs nothing, and the refresh will say so.
      return this.#notBefore
    }
    const kept = stillValid(this.#kept, range, this.question.profile, this.#source)
    const cost = kept.reduce((rest, slice) => rest - slice.cost, whole)
    return Math.max(this.#notBefore, this.#startedAt + this.#restPerCost * cost)
  }

  #startIfUntrue(): void {
    if (!this.#stop.signal.aborted && !this.#isTrue()) this.#start()
  }

  #start(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#startedAt = this.#deps.now()
    this.#deps.computing()
    const { slices } = this.#kept
    const queued = this.#tried ? undefined : setInterval(() => this.#tell(), queueIntervalMs)
    this.#running = this.#compute()
      .then(computed => this.#succeed(computed, slices))
      .catch(error => this.#fail(error))
      .finally(() => {
        clearInterval(queued)
        this.#running = undefined
        this.#rhythm.add(this.#startedAt, this.#deps.now())
        this.#refreshWhenDue()
      })
  }

  #compute(): Promise<Computed> {
    const { paged } = this.question
    const [user = 0] = this.#users.keys()
    return compute(this.question, this.#deps, {
      live: this.#computed,
      user,
      signal: this.#stop.signal,
      kept: () => this.#kept,
      before: this.#computed ? this.#shown.state : undefined,
      keep: kept => {
        this.#kept = kept
      },
      ...(this.#shown.status === 'IN_PROGRESS' && {
        // Part of what an interruption ended is done again.
        progress: progress => this.#show({ progress: Math.max(progress, this.#shown.progress) }),
        partial: (results, state, { range, asOf }) =>
          this.#show({
            results: new SharedResults(results),
            range,
            ...(asOf && { asOf }),
            ...(paged && { state }),
          }),
      }),
    })
  }

  /** `before`: the slices that there were when it began. */
  #succeed({ truth, outcome, explanation }: Computed, before: readonly Slice<unknown>[]): void {
    if (this.#stop.signal.aborted) return
    this.#kept = { ...this.#kept, slices: withSmoothedCosts(this.#kept.slices, before) }
    const { results, state } = outcome
    const { range, asOf } = truth
    this.#truth = truth
    this.#finishCost = smoothedCost(outcome.finishCost, this.#computed ? this.#finishCost : undefined)
    this.#weight = approximateBytes(outcome.slices)
    this.#refreshed = this.#computed
    const last = this.#shown
    const made = new SharedResults(results)
    const shown = { range, explanation, ...(asOf && { asOf }), ...(this.question.paged && { state }) }
    if (this.#computed && last.failure === undefined && last.results.isSame(made)) {
      // Nobody needs to be told of a newer moment with the same results.
      this.#shown = { ...last, ...shown }
      this.#tell()
      return
    }
    this.#computed = true
    this.#tried = true
    this.#show({ ...shown, status: 'SUCCESS', results: made, progress: 100, failure: undefined })
  }

  /**
   * What fails is tried again while somebody watches. When a refresh fails for a passing reason, what is shown stays, and says of
   * which moment it is; so does one that has to wait for others of its user, as on a dashboard of very many widgets.
   */
  #fail(error: unknown): void {
    if (this.#stop.signal.aborted) return
    const failure = failureOf(error, this.#deps.log)
    const passing = isTransient(error)
    const refused = failure.code === 'throttled' && this.#isWatched
    const now = this.#deps.now()
    const took = now - this.#startedAt
    const rest = passing ? retryAfterTransientMs : Math.max(retryAfterFailureMs, restPerCost * took)
    this.#notBefore = now + (refused ? retryAfterThrottledMs : rest)
    this.#tried = true
    if (refused || (this.#computed && passing)) return
    const { failure: last } = this.#shown
    if (last?.code === failure.code && last.detail === failure.detail) return
    this.#show({ status: 'FAILURE', failure })
  }

  #show(change: Partial<PublishedState>): void {
    if (this.#stop.signal.aborted) return
    const { version } = this.#shown
    this.#shown = { ...this.#shown, ...change, updatedAt: this.#deps.now(), version: version + 1 }
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
