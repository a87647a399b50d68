/** Timers, time and chance, handed in so that tests turn the clock themselves. */
export interface Clock {
  /** Calls back once after so many milliseconds. Returns the function that calls it off. */
  after(milliseconds: number, act: () => void): () => void
  /** Milliseconds; only differences mean something. */
  now(): number
  /** From 0 up to, not including, 1. */
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
