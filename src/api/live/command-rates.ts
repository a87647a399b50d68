/** Command limits for all connections of one user. */
export interface CommandLimits {
  /** Maximum commands that run at once after a pause. */
  commandBurst: number
  commandsPerSecond: number
}

/** Maximum users whose commands are counted. Beyond it, the user idle for the longest time is dropped. */
const maxUsers = 10_000

/**
 * Limits the rate of each user's commands, over all connections, by the generic cell rate algorithm: a burst,
 * then a fixed rate.
 */
export class CommandRates {
  readonly #intervalMs: number
  readonly #burstMs: number
  /**
   * By user, the least recent first: when the counted commands would be done at the maximum rate, in
   * milliseconds of the monotonic clock.
   */
  readonly #dueAt = new Map<number, number>()

  constructor({ commandBurst, commandsPerSecond }: CommandLimits) {
    this.#intervalMs = 1_000 / commandsPerSecond
    this.#burstMs = commandBurst * this.#intervalMs
  }

  /**
   * Counts a command. Returns the milliseconds until it may run. `now`: milliseconds of the monotonic clock.
   */
  take(userId: number, now: number): number {
    const previousDueAt = this.#dueAt.get(userId) ?? Number.NEGATIVE_INFINITY
    const dueAt = Math.max(previousDueAt, now - this.#burstMs) + this.#intervalMs
    this.#dueAt.delete(userId)
    this.#dueAt.set(userId, dueAt)
    if (this.#dueAt.size > maxUsers) {
      const [oldest] = this.#dueAt.keys()
      if (oldest !== undefined) this.#dueAt.delete(oldest)
    }
    return Math.max(0, dueAt - now)
  }
}
