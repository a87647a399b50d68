import { Fault } from '../../schema/fault.ts'
import type { QueryRepresentation, QueryStatus } from '../../schema/query/query.ts'
import type { PageOverride, StateText } from '../query-service.ts'
import type { Snapshot } from '../snapshot.ts'
import type { Evaluations } from './evaluations.ts'
import type { Log } from './failure.ts'
import type { LiveEvaluation } from './live-evaluation.ts'
import { type PageDeps, pageOf } from './page.ts'
import type { PublishedState } from './published-state.ts'
import type { Question } from './question.ts'
import {
  type QueryHeader,
  type QueryStanding,
  representationOf,
  representationText,
} from './representation.ts'
import { type SnapshotDeps, snapshotOf } from './snapshots.ts'
import { unlessAborted } from './unless-aborted.ts'
import { Watchers } from './watchers.ts'

export interface ViewDeps {
  evaluations: Evaluations
  paging: PageDeps
  /** Unix milliseconds. */
  now: () => number
  log: Log
}

/** A read keeps an evaluation current for so long, milliseconds. */
const readKeepsCurrentMs = 60_000

/** A query as those see it who have the same rights. */
export class View {
  #question: Question
  readonly #head: QueryHeader
  readonly #user: number
  readonly #deps: ViewDeps
  readonly #watchers: Watchers
  #evaluation: LiveEvaluation | undefined
  #leave: (() => void) | undefined
  #unwatch: (() => void) | undefined
  /** What was there when it was stopped. */
  #stopped: PublishedState | undefined
  /** Results of an earlier moment (Unix milliseconds) are of somebody who asked the same before. */
  #since = 0
  #readAt: number
  #told: (StateText & QueryStanding & { version: number }) | undefined

  /** `user`: in whose name the store works for it. */
  constructor(head: QueryHeader, question: Question, user: number, deps: ViewDeps) {
    this.#question = question
    this.#head = head
    this.#user = user
    this.#deps = deps
    this.#watchers = new Watchers(() => this.#stateText(), deps.now, deps.log)
    this.#readAt = deps.now()
    this.#attach(deps.evaluations.take(question, user))
  }

  get question(): Question {
    return this.#question
  }

  /** IN_PROGRESS while there is no answer that is as new as the question. */
  get status(): QueryStatus {
    const { status } = this.shown
    const older = this.#evaluation !== undefined && this.#evaluation.validAt < this.#since
    return status === 'SUCCESS' && older ? 'IN_PROGRESS' : status
  }

  get failure(): PublishedState['failure'] {
    return this.shown.failure
  }

  /** About how many bytes what is shown takes. */
  get weight(): number {
    return this.shown.results.bytes
  }

  get isWatched(): boolean {
    return this.#watchers.size > 0
  }

  /** Unix milliseconds of the last read; while it is watched, now. */
  get usedAt(): number {
    return this.isWatched ? this.#deps.now() : this.#readAt
  }

  /** Resolves when the status is final. */
  async settled(): Promise<void> {
    await this.#evaluation?.refresh()
  }

  get explanation(): PublishedState['explanation'] {
    return this.shown.explanation
  }

  represent(): QueryRepresentation {
    return representationOf(this.#head, this.shown, this.#standing)
  }

  /** What there is once it is answered. Rejects with what it failed with, or the signal's reason. */
  async snapshot(user: number, terms: SnapshotDeps, signal: AbortSignal): Promise<Snapshot> {
    this.#readAt = this.#deps.now()
    await unlessAborted(this.settled(), signal)
    this.#readAt = this.#deps.now()
    const { shown, status, failure } = this
    if (failure !== undefined) throw new Fault(failure.code, { detail: failure.detail })
    if (status === 'IN_PROGRESS') throw new Fault('overloaded', { retryAfter: 1 })
    return snapshotOf(this.#question, this.#head, shown, user, terms)
  }

  /** The state there is, at once; it is kept current for a minute from now. */
  async read(reader: number, page: PageOverride | undefined): Promise<QueryRepresentation> {
    const now = this.#deps.now()
    this.#readAt = now
    this.#evaluation?.watchUntil(now + readKeepsCurrentMs)
    if (page === undefined || !this.#question.paged || this.failure !== undefined) return this.represent()
    const { paging } = this.#deps
    const shown = this.shown
    const standing = this.#standing
    const results = await pageOf(this.#question, shown, page, reader, paging)
    return representationOf(this.#head, shown, standing, results)
  }

  watch(update: (state: StateText) => void, ended: () => void): () => void {
    this.#readAt = this.#deps.now()
    const leave = this.#watchers.add(update, ended)
    this.#unwatch ??= this.#evaluation?.watch()
    return () => {
      leave()
      this.#readAt = this.#deps.now()
      if (!this.isWatched) this.#stopWatching()
    }
  }

  /** Keeps what there is, and leaves the evaluation to those who still wait for it. Finished ones stay as they are. */
  stop(): void {
    if (this.status !== 'IN_PROGRESS') return
    const shown = this.shown
    this.#stopped = { ...shown, status: 'STOPPED', updatedAt: this.#deps.now(), version: shown.version + 1 }
    this.#detach()
    this.#watchers.notify()
  }

  /** Everything anew: the same question, asked at another moment. */
  recalculate(question: Question): void {
    const { evaluations } = this.#deps
    const fresh = evaluations.takeFresh(question, this.#user)
    this.#detach()
    this.#question = question
    this.#stopped = undefined
    this.#attach(fresh)
    this.#watchers.notify()
  }

  end(): void {
    this.#detach()
    this.#watchers.end()
  }

  /** What there is to show at this moment. */
  get shown(): PublishedState {
    const shown = this.#stopped ?? this.#evaluation?.state
    if (shown === undefined) throw new Error('a view has an evaluation or is stopped')
    return shown
  }

  get #standing(): QueryStanding {
    const { status } = this
    return status === 'IN_PROGRESS' ? { status, queuePosition: this.#evaluation?.queuePosition } : { status }
  }

  #attach(evaluation: LiveEvaluation): void {
    this.#evaluation = evaluation
    this.#since = evaluation.state.status === 'SUCCESS' ? this.#deps.now() : 0
    this.#told = undefined
    this.#leave = evaluation.onChange(() => this.#watchers.notify())
    if (this.isWatched) this.#unwatch = evaluation.watch()
    void evaluation.refresh()
  }

  #detach(): void {
    const evaluation = this.#evaluation
    if (evaluation === undefined) return
    this.#stopWatching()
    this.#leave?.()
    if (this.#stopped === undefined) this.#stopped = evaluation.state
    this.#evaluation = undefined
    this.#deps.evaluations.release(evaluation, this.#user)
  }

  #stopWatching(): void {
    this.#unwatch?.()
    this.#unwatch = undefined
  }

  #stateText(): StateText {
    const { version } = this.shown
    const { status, queuePosition } = this.#standing
    const told = this.#told
    if (told?.version === version && told.status === status && told.queuePosition === queuePosition)
      return told
    const text = representationText(this.#head, this.shown, { status, queuePosition })
    this.#told = { version, status, queuePosition, text }
    return this.#told
  }
}
