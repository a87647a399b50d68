/** The last changes that are remembered: at least this many, and fewer than twice as many. */
const minRemembered = 1_000

/** The events whose notes changed last, or that fired a trigger with a condition. */
export class ChangeLog {
  /** Rises with each change. */
  version = 0
  readonly #ids: number[] = []

  record(eventId: number): void {
    this.version++
    this.#ids.push(eventId)
    if (this.#ids.length >= 2 * minRemembered) this.#ids.splice(0, minRemembered)
  }

  /** For changes whose events are unknown. */
  forget(): void {
    this.version += 2 * minRemembered
    this.#ids.length = 0
  }

  /** The events of the changes after a version; undefined when there were too many. */
  since(version: number): readonly number[] | undefined {
    const first = this.#ids.length - (this.version - version)
    return first < 0 ? undefined : this.#ids.slice(first)
  }
}
