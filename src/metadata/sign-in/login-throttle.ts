import { LRUCache } from 'lru-cache'
import { Fault } from '../../schema/fault.ts'
import type { Clock } from '../database/clock.ts'

/** Wrong attempts without a delay, and the time after which one is forgiven. */
interface AttemptLimit {
  freeAttempts: number
  forgiveSeconds: number
}

/**
 * Attempts to sign in are counted by `address`, which may be a whole office or an untrusted proxy; by `name`,
 * from all addresses; and by `known`, a browser or address that the user signed in with before.
 */
const limits = {
  address: { freeAttempts: 50, forgiveSeconds: 10 },
  name: { freeAttempts: 10, forgiveSeconds: 300 },
  known: { freeAttempts: 10, forgiveSeconds: 60 },
} satisfies Record<string, AttemptLimit>

/** A counter of attempts, by its kind and its key. */
export interface AttemptCounter {
  kind: keyof typeof limits
  key: string
}

interface Counter {
  /** Wrong attempts, minus the attempts forgiven until `last`. */
  level: number
  /** Time of the last attempt, microseconds. */
  last: number
}

/**
 * Maximum counters in memory; beyond it the counter with the oldest attempt is dropped. To push out a user's
 * counter, attempts with passwords take minutes: each adds at most two counters and costs a password check of
 * some 60 ms, two at a time.
 */
export const maxCounters = 10_000

/** Delays attempts to sign in; see LoginThrottle. */
export interface Throttle {
  checkAndCount(counters: readonly AttemptCounter[]): void | Promise<void>
  check(counters: readonly AttemptCounter[]): void | Promise<void>
  count(counters: readonly AttemptCounter[]): void | Promise<void>
  uncount(counters: readonly AttemptCounter[]): void | Promise<void>
}

/**
 * Delays attempts to sign in. Each counter has some free wrong attempts; each further one doubles the delay
 * of the next, from a second up to the time in which one is forgiven. Refused attempts are not counted, so
 * they do not lengthen a delay.
 */
export class LoginThrottle implements Throttle {
  readonly #clock: Clock
  readonly #counters = new LRUCache<string, Counter>({ max: maxCounters })

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Counts an attempt as a wrong one. Throws throttled with the seconds to wait, and counts nothing then. */
  checkAndCount(counters: readonly AttemptCounter[]): void {
    this.check(counters)
    this.count(counters)
  }

  /** Throws throttled with the seconds to wait. */
  check(counters: readonly AttemptCounter[]): void {
    const waitMicros = Math.max(0, ...counters.map(counter => this.waitMicros(counter)))
    if (waitMicros > 0) throw throttledFault(Math.ceil(waitMicros / 1_000_000))
  }

  /** Counts a wrong attempt without checking whether it is allowed. */
  count(counters: readonly AttemptCounter[]): void {
    const now = this.#clock()
    for (const counter of counters)
      this.#counters.set(counterId(counter), { level: this.#level(counter, now) + 1, last: now })
  }

  /** Takes back an attempt that was right, or that was not checked. */
  uncount(counters: readonly AttemptCounter[]): void {
    for (const id of counters.map(counterId)) {
      const counter = this.#counters.peek(id)
      if (counter === undefined) continue
      counter.level--
      if (counter.level <= 0) this.#counters.delete(id)
    }
  }

  /** The stored value of a counter, without later forgiveness; undefined: nothing is counted. */
  get(counter: AttemptCounter): Readonly<Counter> | undefined {
    return this.#counters.peek(counterId(counter))
  }

  /** Sets a counter to a value that `get` returned. */
  put(counter: AttemptCounter, counted: Readonly<Counter>): void {
    this.#counters.set(counterId(counter), { ...counted })
  }

  /** Counters in memory. */
  get size(): number {
    return this.#counters.size
  }

  /** Wrong attempts that are not forgiven yet. */
  #level(counter: AttemptCounter, now: number): number {
    const counted = this.#counters.peek(counterId(counter))
    if (counted === undefined) return 0
    const elapsed = Math.max(0, now - counted.last) / 1_000_000
    return Math.max(0, counted.level - elapsed / limits[counter.kind].forgiveSeconds)
  }

  /** How long attempts of the counter are refused from now on. */
  waitMicros(counter: AttemptCounter): number {
    const now = this.#clock()
    const counted = this.#counters.peek(counterId(counter))
    // A clock that was set back does not lock users out.
    if (counted === undefined || counted.last > now) return 0
    const { freeAttempts, forgiveSeconds } = limits[counter.kind]
    const excess = Math.ceil(counted.level) - freeAttempts
    if (excess < 0) return 0
    return Math.max(0, counted.last + Math.min(2 ** excess, forgiveSeconds) * 1_000_000 - now)
  }
}

/** Equal for equal counters only. */
export function counterId({ kind, key }: AttemptCounter): string {
  return `${kind} ${key}`
}

function throttledFault(retryAfter: number): Fault {
  const unit = retryAfter === 1 ? 'second' : 'seconds'
  return new Fault('throttled', {
    detail: `Request was throttled. Expected available in ${retryAfter} ${unit}.`,
    retryAfter,
  })
}
