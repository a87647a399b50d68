/** Timers, time and random numbers, injected for tests. */
export interface Clock {
  /** Calls `act` once. Returns a function that cancels the timer. */
  after(milliseconds: number, act: () => void): () => void
  /** Milliseconds of a monotonic clock. */
  now(): number
  /** 0 to 1, exclusive. */
  random(): number
}

export const realClock: Clock = {
  after(milliseconds, act) {
    const timer = setTimeout(act, milliseconds)
    return () => clearTimeout(timer)
  },
  now: () => performance.now(),
  random: () => Math.random(),
}
