import type { Clocks } from './clock-watch.ts'

/** Minimum jump; NTP causes smaller changes between two checks. */
const minJumpMs = 2_000
const intervalMs = 10_000

/** A change of the wall clock beyond the passing of time. */
export interface ClockJump {
  /** Unix milliseconds after the jump. */
  at: number
  /** Negative: it was set back. */
  byMs: number
}

/** Checks for jumps of the wall clock every ten seconds. Sleep of the machine looks like a jump. */
export class ClockJumps {
  readonly #clocks: Clocks
  readonly #warn: (message: string) => void
  #wall: number
  #monotonic: number
  #last: { jump: ClockJump; monotonic: number } | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(clocks: Clocks, warn: (message: string) => void) {
    this.#clocks = clocks
    this.#warn = warn
    this.#wall = clocks.wall()
    this.#monotonic = clocks.monotonic()
  }

  /** Checks every ten seconds from now on. */
  start(): void {
    this.#timer = setInterval(() => this.check(), intervalMs).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  check(): void {
    const wall = this.#clocks.wall()
    const monotonic = this.#clocks.monotonic()
    const byMs = wall - this.#wall - (monotonic - this.#monotonic)
    this.#wall = wall
    this.#monotonic = monotonic
    if (Math.abs(byMs) < minJumpMs) return
    this.#last = { jump: { at: wall, byMs }, monotonic }
    const seconds = Math.round(Math.abs(byMs) / 1_000)
    this.#warn(`The clock of this machine was set ${byMs > 0 ? 'forward' : 'back'} by ${seconds} s`)
  }

  /** The last jump, if it happened within `ms` milliseconds. */
  within(ms: number): ClockJump | undefined {
    const last = this.#last
    return last !== undefined && this.#clocks.monotonic() - last.monotonic <= ms ? last.jump : undefined
  }
}
