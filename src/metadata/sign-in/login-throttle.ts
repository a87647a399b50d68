import { Fault } from '../../schema/fault.ts'
import { type Clock, nameKey } from '../tables.ts'

const tries = 10
/** Microseconds. */
const minute = 60_000_000
/**
 * Pairs counted at once; past it the oldest goes. Each is a password check of some 60 ms, two at a time, so that nobody
 * fills this within a minute to push a count of his own out.
 */
const maxPairs = 10_000

/** At most ten tries to sign in a minute for each pair of name and address, right or wrong. */
export class LoginThrottle {
  readonly #clock: Clock
  /** In the order of their first tries. */
  readonly #pairs = new Map<string, { count: number; first: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Counts a try. Throws throttled with the seconds to wait. */
  take(username: string, address: string): void {
    const now = this.#clock()
    this.#forget(now)
    const pair = pairOf(username, address)
    const counted = this.#pairs.get(pair)
    if (counted === undefined) {
      this.#pairs.set(pair, { count: 1, first: now })
      return
    }
    if (counted.count < tries) {
      counted.count++
      return
    }
    const retryAfter = Math.max(1, Math.ceil((counted.first + minute - now) / 1_000_000))
    const unit = retryAfter === 1 ? 'second' : 'seconds'
    throw new Fault('throttled', {
      detail: `Request was throttled. Expected available in ${retryAfter} ${unit}.`,
      retryAfter,
    })
  }

  /** Takes a try back that was not looked at. */
  giveBack(username: string, address: string): void {
    const pair = pairOf(username, address)
    const counted = this.#pairs.get(pair)
    if (counted === undefined) return
    counted.count--
    if (counted.count === 0) this.#pairs.delete(pair)
  }

  /** Pairs that are counted at this moment. */
  get size(): number {
    return this.#pairs.size
  }

  #forget(now: number): void {
    for (const [pair, { first }] of this.#pairs) {
      // A clock that was set back must not lock anybody out for longer than a minute.
      if (first + minute > now && first <= now && this.#pairs.size < maxPairs) return
      this.#pairs.delete(pair)
    }
  }
}

function pairOf(username: string, address: string): string {
  return `${address} ${nameKey(username)}`
}
