import { systemTimers, type Timers } from '../../../clients/typescript/src/live-socket.ts'

/** Timers, time and random numbers, injected for tests. */
export interface Clock extends Timers {
  /** Milliseconds of a monotonic clock. */
  now(): number
  /** A number of at least 0 and less than 1. */
  random(): number
}

/** The clock of the browser. */
export const realClock: Clock = {
  ...systemTimers,
  now: () => performance.now(),
  random: () => Math.random(),
}
