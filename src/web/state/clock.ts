import { systemTimers, type Timers } from '../../../clients/typescript/src/live-socket.ts'

/** Timers, time and random numbers, injected for tests. */
export interface Clock extends Timers {
  /** Milliseconds of a monotonic clock. */
  now(): number
  /** A number from 0 to 1, without 1. */
  random(): number
}

/** The clock of the browser. */
export const realClock: Clock = {
  ...systemTimers,
  now: () => performance.now(),
  random: () => Math.random(),
}
