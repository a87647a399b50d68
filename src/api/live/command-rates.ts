/** How many commands the connections of one user may send. */
export interface CommandLimits {
  /** Commands that are run at once, after a pause. */
  commandBurst: number
  commandsPerSecond: number
}

/** Users whose commands are counted; those of others have been idle for longer. */
const maxCounted = 10_000

/** Counts the commands of each user, over all connections, and says how long the next one has to wait. */
export class CommandRates {
  readonly #intervalMs: number
  readonly #burstMs: number
  /** When a user that sends at the maximum rate would have sent what was counted; the least recent user first. */
  readonly #dueAt = new Map<number, number>()

  constructor({ commandBurst, commandsPerSecond }: CommandLimits) {
    this.#intervalMs = 1_000 / commandsPerSecond
    this.#burstMs = commandBurst * this.#intervalMs
  }

  /** Counts a command. Returns the milliseconds until it may run. `now`: milliseconds of the monotonic clock. */
  take(userId: number, now: number): number {
    const dueAt =
      Math.max(this.#dueAt.get(userId) ?? Number.NEGATIVE_INFINITY, now - this.#burstMs) + this.#intervalMs
    this.#dueAt.delete(userId)
    this.#dueAt.set(userId, dueAt)
    if (this.#dueAt.size > maxCounted) {
      const [oldest] = this.#dueAt.keys()
      if (oldest !== undefined) this.#dueAt.delete(oldest)
    }
    return Math.max(0, dueAt - now)
  }
}
