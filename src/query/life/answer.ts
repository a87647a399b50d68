import { until } from '../../async/until.ts'
import { Fault } from '../../schema/fault.ts'
import type { QueryRepresentation, QueryStatus } from '../../schema/query/query.ts'
import type { PageOverride, StateListener, StateText } from '../query-service.ts'
import type { Snapshot } from '../snapshot.ts'
import { archivedDaysLeftOut } from './archived-days.ts'
import type { QueryDeps } from './compute.ts'
import type { Log } from './failure.ts'
import type { Evaluations, LiveEvaluation, Subscriber } from './live-evaluation.ts'
import { missingDaysOf } from './missing-days.ts'
import { readPage } from './page.ts'
import type { PublishedState } from './published-state.ts'
import type { Question } from './question.ts'
import {
  type QueryHeader,
  type QueryStanding,
  representationOf,
  representationText,
} from './representation.ts'
import { snapshotOf } from './snapshots.ts'

export interface AnswerDeps extends QueryDeps {
  evaluations: Evaluations
}

/** A read keeps an evaluation current for this long. */
const readKeepsCurrentMs = 60_000

/** A query's answer for readers with equal rights: the state of a shared evaluation until it is stopped. */
export class Answer implements Subscriber {
  readonly userId: number
  readonly queryId: string | null
  readonly #header: QueryHeader
  readonly #deps: AnswerDeps
  readonly #watchers: Watchers
  #question: Question
  /** Undefined once the answer is stopped or has ended. */
  #evaluation: LiveEvaluation | undefined
  /** The last state, once the answer is stopped or has ended. */
  #stopped: PublishedState | undefined
  /**
   * When it subscribed to an evaluation that already had results (Unix milliseconds). 0 if the evaluation had
   * none, and from the moment that its results are known to be valid at a later time.
   */
  #subscribedAt = 0
  /** Unix milliseconds of its last use: creation, read, snapshot, or start or end of a watch. */
  #usedAt: number
  /** Until when the last read keeps the evaluation current (Unix milliseconds). */
  #currentUntil = 0
  /** The last representation, reused until something in it changes. */
  #text: (StateText & QueryStanding & { version: number }) | undefined

  /** `userId`: the user on whose behalf the store works. */
  constructor(header: QueryHeader, question: Question, userId: number, deps: AnswerDeps) {
    this.userId = userId
    this.queryId = header.id
    this.#header = header
    this.#question = question
    this.#deps = deps
    this.#watchers = new Watchers(() => this.#stateText(), deps.now, deps.log)
    this.#usedAt = deps.now()
    this.#subscribeTo(deps.evaluations.getShared(question))
  }

  get question(): Question {
    return this.#question
  }

  /** IN_PROGRESS until the evaluation has results that were valid when this answer subscribed, or later. */
  get status(): QueryStatus {
    const { status } = this.state
    return status === 'SUCCESS' && this.#isOutdated() ? 'IN_PROGRESS' : status
  }

  get state(): PublishedState {
    const state = this.#stopped ?? this.#evaluation?.state
    if (state === undefined) throw new Error('an answer has an evaluation or is stopped')
    return state
  }

  get isWatched(): boolean {
    return this.#watchers.size > 0
  }

  /** See Subscriber. */
  get watchedUntil(): number {
    return this.isWatched ? Number.POSITIVE_INFINITY : this.#currentUntil
  }

  /** Unix milliseconds of the last use; now, while it is watched. */
  get usedAt(): number {
    return this.isWatched ? this.#deps.now() : this.#usedAt
  }

  /**
   * Resolves once the evaluation is computed or refreshed. The status is then final, unless this was
   * throttled or failed for a transient reason. Never rejects.
   */
  async settled(): Promise<void> {
    await this.#evaluation?.refresh()
  }

  represent(): QueryRepresentation {
    return representationOf(this.#header, this.state, this.#standing)
  }

  /** The whole answer once the status is final. Rejects with the query's error, or the signal's reason. */
  async snapshot(user: number, signal: AbortSignal): Promise<Snapshot> {
    this.#usedAt = this.#deps.now()
    await until(this.settled(), { signal })
    this.#usedAt = this.#deps.now()
    const { state, status } = this
    const { failure } = state
    if (failure !== undefined) throw new Fault(failure.code, { detail: failure.detail })
    // The refresh was throttled, or failed for a transient reason.
    if (status === 'IN_PROGRESS') throw new Fault('overloaded', { retryAfter: 1 })
    return snapshotOf(this.#question, this.#header, state, user, this.#deps)
  }

  /** The current state. Keeps it current for the next minute. */
  async read(user: number, page: PageOverride | undefined): Promise<QueryRepresentation> {
    const { state } = this
    this.#usedAt = this.#deps.now()
    this.#currentUntil = this.#usedAt + readKeepsCurrentMs
    this.#evaluation?.wake()
    if (page === undefined || !this.#question.paged || state.failure !== undefined) return this.represent()
    const standing = this.#standing
    const results = await readPage(this.#question, state, page, user, this.#deps)
    return representationOf(this.#header, state, standing, results)
  }

  /** See QueryService. */
  watch(update: StateListener, ended: () => void): () => void {
    this.#usedAt = this.#deps.now()
    const removeWatcher = this.#watchers.add(update, ended)
    this.#evaluation?.wake()
    return () => {
      removeWatcher()
      this.#usedAt = this.#deps.now()
    }
  }

  onChange(): void {
    this.#watchers.notify()
  }

  /** Freezes the current state, unless it is final. The evaluation continues for its other subscribers. */
  stop(): void {
    if (this.status !== 'IN_PROGRESS') return
    const { state } = this
    this.#stopped = { ...state, status: 'STOPPED', updatedAt: this.#deps.now(), version: state.version + 1 }
    this.#unsubscribe()
    this.#watchers.notify()
  }

  /** Computes everything from scratch: the same question at another moment. */
  recalculate(question: Question): void {
    const evaluation = this.#deps.evaluations.replace(question)
    this.#unsubscribe()
    this.#question = question
    this.#stopped = undefined
    this.#subscribeTo(evaluation)
    this.#watchers.notify()
  }

  /** Ends the answer and its watchers. */
  end(): void {
    this.#unsubscribe()
    this.#watchers.end()
  }

  get #standing(): QueryStanding {
    const { status } = this
    const missingDays = missingDaysOf(this.#question, this.state.range, this.#deps.store)
    const queuePosition = status === 'IN_PROGRESS' ? this.#evaluation?.queuePosition : undefined
    const archivedDays = archivedDaysLeftOut(this.#question, this.state.range, this.#deps.store)
    return { status, queuePosition, missingDays, archivedDays }
  }

  /** Whether the results are only known to have been valid before this answer subscribed. */
  #isOutdated(): boolean {
    if (this.#evaluation === undefined) return false
    // Results that were new enough once stay so, even if the clock is then set back.
    if (this.#evaluation.validAt >= this.#subscribedAt) this.#subscribedAt = 0
    return this.#subscribedAt > 0
  }

  #subscribeTo(evaluation: LiveEvaluation): void {
    this.#evaluation = evaluation
    this.#subscribedAt = evaluation.state.status === 'SUCCESS' ? this.#deps.now() : 0
    this.#currentUntil = 0
    this.#text = undefined
    evaluation.subscribe(this)
    void evaluation.refresh()
  }

  #unsubscribe(): void {
    const evaluation = this.#evaluation
    if (evaluation === undefined) return
    this.#stopped ??= evaluation.state
    this.#evaluation = undefined
    this.#deps.evaluations.release(evaluation, this)
  }

  /** The representation as text; the same object until something in it changes. */
  #stateText(): StateText {
    const { version } = this.state
    const standing = this.#standing
    const cached = this.#text
    if (cached?.version === version && isSameStanding(cached, standing)) return cached
    const text = representationText(this.#header, this.state, standing)
    this.#text = { version, ...standing, text }
    return this.#text
  }
}

function isSameStanding(one: QueryStanding, other: QueryStanding): boolean {
  return (
    one.status === other.status &&
    one.queuePosition === other.queuePosition &&
    one.archivedDays === other.archivedDays &&
    String(one.missingDays) === String(other.missingDays)
  )
}

interface Watcher {
  update: StateListener
  ended: () => void
  /** Unix milliseconds. */
  updatedAt: number
  lastState: StateText
}

/**
 * Minimum interval between updates: half of the interval between refreshes (refresh-timer.ts). With an equal
 * interval, each state could be delayed until the next refresh.
 */
const minIntervalMs = 500

/** The watchers of one state. Each gets the current state at once, then the newest at most twice a second. */
class Watchers {
  readonly #all = new Set<Watcher>()
  readonly #state: () => StateText
  readonly #now: () => number
  readonly #log: Log
  #timer: NodeJS.Timeout | undefined

  /** `state`: returns the current state, the same text while nothing has changed. */
  constructor(state: () => StateText, now: () => number, log: Log) {
    this.#state = state
    this.#now = now
    this.#log = log
  }

  get size(): number {
    return this.#all.size
  }

  /** Adds a watcher. Returns the function that removes it. */
  add(update: StateListener, ended: () => void): () => void {
    const watcher = { update, ended, updatedAt: this.#now(), lastState: this.#state() }
    // First, as a watcher that throws is not added.
    update(watcher.lastState)
    this.#all.add(watcher)
    return () => this.#all.delete(watcher)
  }

  /** Call it when the state may have changed. */
  notify(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#all.size > 0) this.#updateDue()
  }

  end(): void {
    clearTimeout(this.#timer)
    const all = [...this.#all]
    this.#all.clear()
    for (const { ended } of all) ended()
  }

  /** Updates a watcher. Removes it if it throws. */
  #update(watcher: Watcher, state: StateText): void {
    try {
      watcher.update(state)
    } catch (error) {
      this.#all.delete(watcher)
      this.#log('a watcher of a query failed', error)
    }
  }

  /** Updates the watchers whose interval is over, and schedules the others. */
  #updateDue(): void {
    const now = this.#now()
    const state = this.#state()
    let next = Number.POSITIVE_INFINITY
    for (const watcher of [...this.#all]) {
      if (watcher.lastState.text === state.text || !this.#all.has(watcher)) continue
      // If the clock was set back, it is not known how long ago the last update was.
      const due = watcher.updatedAt > now ? now : watcher.updatedAt + minIntervalMs
      if (now < due) next = Math.min(next, due)
      else {
        watcher.updatedAt = now
        watcher.lastState = state
        this.#update(watcher, state)
      }
    }
    if (next === Number.POSITIVE_INFINITY) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#updateDue()
    }, next - now)
  }
}
