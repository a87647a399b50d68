/** The log keeps at least this many of the last changes, and fewer than twice as many. */
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

  /** Records changes whose events are unknown. `since` knows no earlier version from then on. */
  forget(): void {
    this.version += 2 * minRemembered
    this.#ids.length = 0
  }

  /** The events of the changes after a version; undefined when there were too many. */
  since(version: number): readonly number[] | undefined {
    const firstIndex = this.#ids.length - (this.version - version)
    return firstIndex < 0 ? undefined : this.#ids.slice(firstIndex)
  }
}
