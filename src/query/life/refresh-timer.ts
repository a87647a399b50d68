/** Minimum interval between refreshes. */
const minIntervalMs = 1_000
/** A refresh starts this many times its cost after the last start, so that it runs a quarter of the time. */
const restPerCost = 4
/**
 * After a refresh that costs less than this, the next one starts after `minIntervalMs`: its cost says little,
 * since statements take several times as long while the engine merges.
 */
const minRestedMs = 400
/** The same factor after the first answer: shorter, since most of its slices are cached from then on. */
const restPerFirstCost = 1
/** Minimum interval at which new rows make an evaluation check its validity. */
const minCheckIntervalMs = 100
/** Delays after a computation that was throttled, failed for a transient reason, or failed otherwise. */
const retryAfterThrottledMs = 1_000
const retryAfterTransientMs = 5_000
const retryAfterFailureMs = 60_000

/** The evaluation that a timer refreshes. */
export interface RefreshTarget {
  isWatched(): boolean
  /** False before the first answer, and while the state is a failure. */
  hasAnswer(): boolean
  /** The last moment at which its state was known to be valid. */
  validAt(): number
  /** Checks whether its state is valid now. */
  isValid(): boolean
  /** Expected duration of a refresh that computes all slices. */
  maxCostMs(): number
  /** Expected duration of a refresh that computes only the slices that are no longer valid. */
  costMs(): number
  /** Starts a computation, which calls `start`, `succeed` or `fail`, and `finish` of the timer. */
  start(): void
}

/**
 * Decides when a watched evaluation is refreshed, and starts the refreshes. All times are Unix milliseconds.
 */
export class RefreshTimer {
  /** When the last computation started; 0 before the first one. */
  startedAt = 0
  readonly #target: RefreshTarget
  readonly #now: () => number
  /** Set while a refresh or a check is scheduled. */
  #timer: NodeJS.Timeout | undefined
  /** 'first' until the first computation starts. Only a 'resting' timer starts refreshes. */
  #phase: 'first' | 'running' | 'resting' | 'ended' = 'first'
  /** After a failure, no refresh starts before this time. */
  #notBefore = 0
  #restPerCost = restPerFirstCost
  /** When appended rows last caused a check of the validity. */
  #checkedAt = 0
  /** When the clock was read last. */
  #readAt = 0

  constructor(target: RefreshTarget, now: () => number) {
    this.#target = target
    this.#now = () => this.#read(now())
  }

  /** Returns the time. If the clock was set back, moves the stored times back: they would delay refreshes. */
  #read(now: number): number {
    const setBackMs = this.#readAt - now
    this.#readAt = now
    if (setBackMs > 0) {
      this.startedAt -= setBackMs
      this.#notBefore -= setBackMs
      this.#checkedAt -= setBackMs
    }
    return now
  }

  /**
   * Call it when the target gets a watcher. Starts a refresh if one is due, otherwise schedules it, or the
   * next check of a valid state. Without effect before and during a computation, and while one is scheduled.
   */
  wake(): void {
    if (this.#phase !== 'resting' || !this.#target.isWatched() || this.#timer !== undefined) return
    const now = this.#now()
    this.#startAt(this.#dueAt(now), now)
  }

  /**
   * Call it when rows were appended. If they made the state invalid, refreshes it as soon as the rest is
   * over.
   */
  wakeOnAppend(): void {
    const now = this.#now()
    if (this.#timer === undefined || !this.#target.hasAnswer() || !this.#target.isWatched()) return
    if (now < this.#earliest || now < this.#checkedAt + minCheckIntervalMs) return
    this.#checkedAt = now
    if (this.#target.isValid()) return
    this.#clear()
    this.#startAt(this.#affordableAt(), now)
  }

  /** Call it when a computation starts. */
  start(): void {
    this.#clear()
    this.#phase = 'running'
    this.startedAt = this.#now()
  }

  /** `isRefresh`: whether there was an answer before. */
  succeed(isRefresh: boolean): void {
    this.#restPerCost = isRefresh ? restPerCost : restPerFirstCost
  }

  fail(reason: 'throttled' | 'transient' | 'permanent'): void {
    const now = this.#now()
    const delayMs = {
      throttled: retryAfterThrottledMs,
      transient: retryAfterTransientMs,
      permanent: Math.max(retryAfterFailureMs, restPerCost * (now - this.startedAt)),
    }
    this.#notBefore = now + delayMs[reason]
  }

  /** Call it when a computation has ended, after `succeed` or `fail`. */
  finish(): void {
    if (this.#phase === 'running') this.#phase = 'resting'
    this.wake()
  }

  /** Ends all refreshes. */
  end(): void {
    this.#clear()
    this.#phase = 'ended'
  }

  /** Before this time it neither refreshes nor checks. */
  get #earliest(): number {
    return this.startedAt + minIntervalMs
  }

  /** When the target is computed again, or at least checked. */
  #dueAt(now: number): number {
    if (!this.#target.hasAnswer()) return this.#notBefore
    const validAt = this.#target.validAt()
    // If the clock was set back, it is not known how long ago the state was valid.
    const earliest = Math.max(this.#earliest, validAt > now ? 0 : validAt + minIntervalMs)
    if (now < earliest) return earliest
    return this.#target.isValid() ? now + minIntervalMs : this.#affordableAt()
  }

  /** When the rest after the last refresh ends. */
  #affordableAt(): number {
    const restEndAfter = (costMs: number) => {
      const restMs = costMs < minRestedMs ? minIntervalMs : this.#restPerCost * costMs
      return Math.max(this.#notBefore, this.startedAt + restMs)
    }
    // Finding out which slices are still valid takes time. It is not needed if even all of them may be
    // computed.
    const latest = restEndAfter(this.#target.maxCostMs())
    return latest <= this.#now() ? latest : restEndAfter(this.#target.costMs())
  }

  #startAt(due: number, now: number): void {
    if (now >= due) {
      this.#target.start()
      return
    }
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.wake()
    }, due - now)
  }

  #clear(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
