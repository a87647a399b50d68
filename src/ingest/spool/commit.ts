import type { Manifest } from '../ledger/ledger.ts'
import type { Batch } from './batch.ts'

/** The spool cannot be written at the moment. Accepted events stay in memory until it can. */
export class SpoolUnavailableError extends Error {
  override name = 'SpoolUnavailableError'
  /** Resolves once the events are synced; never rejects. */
  readonly written: Promise<void>

  constructor(reason: string, written: Promise<void>) {
    super(reason)
    this.written = written
  }
}

/** A batch on its way to disk, and the promise of its sync. */
export class Commit {
  readonly batch: Batch
  /** Set when the batch is cut. */
  manifest: Manifest = []
  /** Resolved when the batch is synced, rejected when that takes too long. */
  #done = Promise.withResolvers<void>()
  /** Resolved when the batch is synced, no matter how long that takes. */
  readonly #written = Promise.withResolvers<void>()
  #hasWaiters = false
  #awaitedEvents = 0
  /**
   * Time of the first append, milliseconds of the monotonic clock. 0: the batch is empty. -Infinity: it is
   * overdue; see `expedite`.
   */
  #openedAt = 0
  /** Time of the last append, on the same clock. */
  #appendedAt = 0
  /** Time of the first append, Unix milliseconds; undefined while the batch is empty. */
  receivedAt: number | undefined

  constructor(batch: Batch) {
    this.batch = batch
    this.#ignoreRejection()
  }

  /** Whether the batch has events, or answers to repeat. */
  get hasContent(): boolean {
    return this.#openedAt !== 0
  }

  /**
   * Rejects with SpoolUnavailableError when the batch is not synced in time. A getter, since `renewPromise`
   * replaces it.
   */
  get done(): Promise<void> {
    return this.#done.promise
  }

  /** Call it after adding events, or answers to repeat for idempotency keys, to the batch. */
  appended(): void {
    this.#appendedAt = performance.now()
    if (this.#openedAt === 0) this.#openedAt = this.#appendedAt
    this.receivedAt ??= Date.now()
  }

  /** Returns `done`. `events`: number of the caller's events in the batch. */
  wait(events: number): Promise<void> {
    this.#hasWaiters = true
    this.#awaitedEvents += events
    return this.done
  }

  /** Makes the batch overdue, so that the next check cuts it. Does nothing if the batch is empty. */
  expedite(): void {
    if (this.hasContent) this.#openedAt = Number.NEGATIVE_INFINITY
  }

  state(backlog: number): OpenBatchState {
    const now = performance.now()
    return {
      ageMs: now - this.#openedAt,
      quietMs: now - this.#appendedAt,
      hasWaiters: this.#hasWaiters,
      awaitedEvents: this.#awaitedEvents,
      backlog,
    }
  }

  synced(): void {
    this.#done.resolve()
    this.#written.resolve()
  }

  /** Rejects `done`. The batch is still written once that is possible. */
  refuse(reason: string): void {
    this.#done.reject(new SpoolUnavailableError(reason, this.#written.promise))
  }

  /** Replaces `done` after a refusal, so that only callers that waited before it are refused. */
  renewPromise(): void {
    this.#done = Promise.withResolvers<void>()
    this.#ignoreRejection()
    this.#hasWaiters = false
    this.#awaitedEvents = 0
  }

  /** Prevents an unhandled rejection of `done` while no caller waits. */
  #ignoreRejection(): void {
    this.#done.promise.catch(() => {})
  }
}

/** The state that decides when an open batch is cut. Times in milliseconds. */
interface OpenBatchState {
  /** Time since its first append. */
  ageMs: number
  /** Time since its last append. */
  quietMs: number
  /** Whether a sender waits for the acknowledgement. */
  hasWaiters: boolean
  /** Number of events that senders wait for. */
  awaitedEvents: number
  /** Number of inserts that the store has yet to finish. */
  backlog: number
}

/** With more unfinished inserts than this (twice the number that run at once), the store is behind. */
const maxOrdinaryBacklog = 4
/** Minimum awaited events that are worth a file. */
const minFileEvents = 2_000

/**
 * Whether to cut the open batch. True soon while senders wait for an acknowledgement, since they send nothing
 * before it, unless the store is far behind. If no sender waits, the more inserts are unfinished, the later
 * it is true, since fewer files are cheaper.
 */
export function shouldCommit(state: OpenBatchState): boolean {
  const { ageMs, quietMs, hasWaiters, awaitedEvents, backlog } = state
  if (!hasWaiters) {
    let maxAgeMs = 1_000
    if (backlog === 0) maxAgeMs = 100
    if (backlog === 1) maxAgeMs = 200
    return ageMs >= maxAgeMs || quietMs >= 50 + 50 * backlog
  }
  if (backlog > maxOrdinaryBacklog) return ageMs >= 1_000 || quietMs >= 200
  return awaitedEvents >= minFileEvents || ageMs >= 50 || quietMs >= 20
}
