/** The two clocks of a machine, in milliseconds. */
export interface Clocks {
  /** Unix time, which people and NTP may set. */
  wall(): number
  /** Rises evenly since some moment, whatever the wall clock does. */
  monotonic(): number
}

export const systemClocks: Clocks = { wall: () => Date.now(), monotonic: () => performance.now() }

const hourMs = 3_600_000

/**
 * Notices when the wall clock is set: it then leaves the monotonic clock. A machine that slept looks the same. What deletes data
 * by the wall clock asks here first whether that clock can be trusted.
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
   * Compares the clocks. Call it each minute, and before each use of the wall clock. Answers the time of the wall clock; by how much it was
   * set since the start or the last jump, 0 when that is at most an hour; and for how long there has been no jump. All in milliseconds.
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
