/** Timers, time and random numbers, injected for tests. */
export interface Clock {
  /** Calls `act` once. Returns a function that cancels the timer. */
  after(milliseconds: number, act: () => void): () => void
  /** Milliseconds of a monotonic clock. */
  now(): number
  /** A number from 0 to 1, without 1. */
  random(): number
}

/** The clock of the browser. */
export const realClock: Clock = {
  after(milliseconds, act) {
    const timer = setTimeout(act, milliseconds)
    return () => clearTimeout(timer)
  },
  now: () => performance.now(),
  random: () => Math.random(),
}
