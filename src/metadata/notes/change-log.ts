/** Changes that are remembered at least. */
const maxRemembered = 1_000

/** Which events got, lost or changed a note, or set off a trigger with a condition, last. */
export class ChangeLog {
  /** Rises with each change. */
  version = 0
  readonly #ids: number[] = []

  record(eventId: number): void {
    this.version++
    this.#ids.push(eventId)
    if (this.#ids.length >= 2 * maxRemembered) this.#ids.splice(0, maxRemembered)
  }

  /** For changes whose events are unknown. */
  forget(): void {
    this.version += 2 * maxRemembered
    this.#ids.length = 0
  }

  /** The events of the changes after a version; undefined when there were too many. */
  since(version: number): readonly number[] | undefined {
    const first = this.#ids.length - (this.version - version)
    return first < 0 ? undefined : this.#ids.slice(first)
  }
}
