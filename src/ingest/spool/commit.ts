import type { Manifest } from '../ledger/ledger.ts'
import type { Batch } from './batch.ts'
import type { OpenBatchState } from './should-commit.ts'

/** The spool cannot be written; what was taken is kept in memory and tried again. */
export class SpoolUnavailableError extends Error {
  override name = 'SpoolUnavailable'
  /** Resolves when what was taken is synced after all; never rejects. */
  readonly written: Promise<void>

  constructor(reason: string, written: Promise<void>) {
    super(reason)
    this.written = written
  }
}

/** A batch, and those who wait until it is synced. */
export class Commit {
  readonly batch: Batch
  /** What is in the batch, as soon as it is cut. */
  manifest: Manifest = []
  #done = Promise.withResolvers<void>()
  readonly #written = Promise.withResolvers<void>()
  #hasWaiters = false
  #awaitedEvents = 0
  /** First and last append, milliseconds of the monotonic clock; 0 while the batch is empty. */
  #openedAt = 0
  #appendedAt = 0

  constructor(batch: Batch) {
    this.batch = batch
    this.#ignoreUnwatched()
  }

  get isOpened(): boolean {
    return this.#openedAt !== 0
  }

  /** Rejects with SpoolUnavailableError when the batch is not synced in time. */
  get done(): Promise<void> {
    return this.#done.promise
  }

  appended(): void {
    this.#appendedAt = performance.now()
    if (this.#openedAt === 0) this.#openedAt = this.#appendedAt
  }

  /** Lets the caller wait, whose own are so many events of the batch; see `done`. */
  wait(events: number): Promise<void> {
    this.#hasWaiters = true
    this.#awaitedEvents += events
    return this.done
  }

  /** Makes an opened batch old enough to be cut. */
  expedite(): void {
    this.#openedAt = Math.min(this.#openedAt, Number.EPSILON)
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

  /** Lets those who wait go; the batch is written when that is possible again. */
  refuse(reason: string): void {
    this.#done.reject(new SpoolUnavailableError(reason, this.#written.promise))
  }

  /** Lets others wait after a refusal. */
  reopen(): void {
    this.#done = Promise.withResolvers<void>()
    this.#ignoreUnwatched()
    this.#hasWaiters = false
    this.#awaitedEvents = 0
  }

  /** The promise may be rejected although nobody waits for it. */
  #ignoreUnwatched(): void {
    this.#done.promise.catch(() => {})
  }
}
