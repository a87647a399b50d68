import { Fault } from '../../schema/fault.ts'
import type { Clock } from '../tables.ts'

/** How many wrong tries count as mistakes, and how long until one of them is forgiven. */
interface AttemptLimit {
  freeAttempts: number
  forgiveSeconds: number
}

/**
 * What tries to sign in are counted by. `address`: a whole office, or a proxy that is not trusted, may be one. `name`: guesses
 * at one user, from however many addresses. `known`: a browser or an address that the user signed in with before.
 */
const limits = {
  address: { freeAttempts: 50, forgiveSeconds: 10 },
  name: { freeAttempts: 10, forgiveSeconds: 300 },
  known: { freeAttempts: 10, forgiveSeconds: 60 },
} satisfies Record<string, AttemptLimit>

/** A counter of tries: its kind, and whose it is. */
export interface AttemptCounter {
  kind: keyof typeof limits
  key: string
}

interface Counter {
  /** Wrong tries less what was forgiven until `last`. */
  level: number
  /** Microseconds. */
  last: number
}

/**
 * Counters held at once; past it the one untouched for longest goes. Each needs a password check of some 60 ms, two at a
 * time, and whoever is attacked is touched: nobody fills this to push out the counter of the user that is guessed at.
 */
const maxCounters = 10_000

/**
 * Delays tries to sign in: in each lane some wrong ones are free, each further one doubles the time to the next, from a second up
 * to the time in which one is forgiven. Refused tries are not counted, so that no wait is lengthened by asking.
 */
export class LoginThrottle {
  readonly #clock: Clock
  /** The one untouched for longest comes first. */
  readonly #counters = new Map<string, Counter>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Counts a try as a wrong one in these lanes. Throws throttled with the seconds to wait, counting nothing. */
  checkAndCount(counters: readonly AttemptCounter[]): void {
    const now = this.#clock()
    const wait = Math.max(0, ...counters.map(lane => this.#wait(lane, now)))
    if (wait > 0) throw throttledFault(Math.ceil(wait / 1_000_000))
    this.count(counters)
  }

  /** Counts a wrong try, or one that was refused elsewhere, without asking whether it may be made. */
  count(counters: readonly AttemptCounter[]): void {
    const now = this.#clock()
    for (const lane of counters) {
      const id = idOf(lane)
      const level = this.#level(lane, now) + 1
      this.#counters.delete(id)
      this.#counters.set(id, { level, last: now })
    }
    for (const id of this.#counters.keys()) {
      if (this.#counters.size <= maxCounters) return
      this.#counters.delete(id)
    }
  }

  /** Takes a counted try back that was right, or that was not looked at. */
  uncount(counters: readonly AttemptCounter[]): void {
    for (const lane of counters) {
      const counter = this.#counters.get(idOf(lane))
      if (counter === undefined) continue
      counter.level--
      if (counter.level <= 0) this.#counters.delete(idOf(lane))
    }
  }

  /** Counters that are held. */
  get size(): number {
    return this.#counters.size
  }

  #level(lane: AttemptCounter, now: number): number {
    const counter = this.#counters.get(idOf(lane))
    if (counter === undefined) return 0
    const elapsed = Math.max(0, now - counter.last) / 1_000_000
    return Math.max(0, counter.level - elapsed / limits[lane.kind].forgiveSeconds)
  }

  /** Microseconds. */
  #wait(lane: AttemptCounter, now: number): number {
    const counter = this.#counters.get(idOf(lane))
    // A clock that was set back locks nobody out.
    if (counter === undefined || counter.last > now) return 0
    const { freeAttempts, forgiveSeconds } = limits[lane.kind]
    const over = Math.ceil(counter.level) - freeAttempts
    if (over < 0) return 0
    return Math.max(0, counter.last + Math.min(2 ** over, forgiveSeconds) * 1_000_000 - now)
  }
}

function idOf({ kind, key }: AttemptCounter): string {
  return `${kind} ${key}`
}

function throttledFault(retryAfter: number): Fault {
  const unit = retryAfter === 1 ? 'second' : 'seconds'
  return new Fault('throttled', {
    detail: `Request was throttled. Expected available in ${retryAfter} ${unit}.`,
    retryAfter,
  })
}
