/** The two clocks of a machine, in milliseconds. */
export interface Clocks {
  /** Unix time, which NTP and people may change. */
  wall(): number
  /** Rises evenly and ignores changes of the wall clock. */
  monotonic(): number
}

export const systemClocks: Clocks = { wall: () => Date.now(), monotonic: () => performance.now() }

const hourMs = 3_600_000

/**
 * Detects changes of the wall clock by comparing it with the monotonic clock. A machine that slept looks the
 * same. Code that deletes data by the wall clock first checks here whether it can be trusted.
 */
export class ClockWatch {
  readonly #clocks: Clocks
  #offset: number
  #since: number

  constructor(clocks: Clocks) {
    this.#clocks = clocks
    this.#since = clocks.monotonic()
    this.#offset = clocks.wall() - this.#since
  }

  /**
   * Compares the clocks. Call it each minute, and before each use of the wall clock. Returns the wall clock;
   * its jump since the last check, 0 for at most an hour; and the time since the last jump. All in
   * milliseconds.
   */
  check(): { wall: number; jumpedMs: number; steadyMs: number } {
    const wall = this.#clocks.wall()
    const monotonic = this.#clocks.monotonic()
    const moved = wall - monotonic - this.#offset
    if (Math.abs(moved) <= hourMs) return { wall, jumpedMs: 0, steadyMs: monotonic - this.#since }
    this.#offset += moved
    this.#since = monotonic
    return { wall, jumpedMs: moved, steadyMs: 0 }
  }
}
