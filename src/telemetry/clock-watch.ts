/** The two clocks of a machine, in milliseconds. */
export interface Clocks {
  /** Unix time, which NTP and users may change. */
  wall(): number
  /** Rises evenly and ignores changes of the wall clock. */
  monotonic(): number
}

/** The clocks of this machine. */
export const systemClocks: Clocks = { wall: () => Date.now(), monotonic: () => performance.now() }

const hourMs = 3_600_000

/** For this time after a start or a clock change nothing is removed for its age: the clock may be wrong. */
export const clockSettleMs = hourMs

/**
 * Detects jumps of the wall clock of more than an hour, by comparing it with the monotonic clock. Code that
 * deletes data by the wall clock asks here first whether it can be trusted. Sleep of the machine looks like a
 * jump.
 */
export class ClockWatch {
  readonly #clocks: Clocks
  /** Wall clock minus monotonic clock after the last jump, or at the start. */
  #offset: number
  /** Time of the last jump, or of the start, on the monotonic clock. */
  #steadySince: number

  constructor(clocks: Clocks) {
    this.#clocks = clocks
    this.#steadySince = clocks.monotonic()
    this.#offset = clocks.wall() - this.#steadySince
  }

  /**
   * Compares the clocks. Call it each minute, and before each use of the wall clock. Returns, in
   * milliseconds, the wall clock; `jumpedMs`, by how much it was set since the last jump or the start (0 for
   * an hour or less); and `steadyMs`, the time since that jump or the start.
   */
  check(): { wall: number; jumpedMs: number; steadyMs: number } {
    const wall = this.#clocks.wall()
    const monotonic = this.#clocks.monotonic()
    const moved = wall - monotonic - this.#offset
    if (Math.abs(moved) <= hourMs) return { wall, jumpedMs: 0, steadyMs: monotonic - this.#steadySince }
    this.#offset += moved
    this.#steadySince = monotonic
    return { wall, jumpedMs: moved, steadyMs: 0 }
  }
}

/** Smallest jump that is logged. NTP causes smaller changes between two checks. */
const minJumpMs = 2_000
const intervalMs = 10_000

/** A jump of the wall clock. */
interface ClockJump {
  /** Unix milliseconds after the jump. */
  at: number
  /** Negative: it was set back. */
  byMs: number
}

/**
 * Logs jumps of the wall clock of two seconds or more, and remembers the last one for the health check.
 * Deletion by age follows ClockWatch instead. Sleep of the machine looks like a jump.
 */
export class ClockJumps {
  readonly #clocks: Clocks
  readonly #warn: (message: string) => void
  /** Both clocks at the last check. */
  #wall: number
  #monotonic: number
  /** The last jump, and when it was found on the monotonic clock. */
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

  /** Compares the clocks with the last check, and logs a jump. */
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
