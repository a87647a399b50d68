import type { Moment } from './column-types.ts'

/** The current time in microseconds. */
export type Clock = () => Moment

/** The clock of this machine. Moments within one millisecond of Date.now are a microsecond apart. */
export const systemClock = risingClock(() => Date.now() * 1_000, 999)

/**
 * A clock whose moments rise, so that rows keep the order of their creation, even if `read` goes back a
 * little. If `read` goes back by `maxBackMicros` or more, the clock follows it.
 */
export function risingClock(read: () => Moment, maxBackMicros: number): Clock {
  let latest = 0
  return () => {
    const now = read()
    latest = now <= latest && latest - now < maxBackMicros ? latest + 1 : now
    return latest
  }
}
