/** The log keeps at least this many of the last changes, and fewer than twice as many. */
const minRemembered = 1_000

/** The ids of the events that changed last: their notes changed, or they fired a trigger with a condition. */
export class ChangeLog {
  /** Rises with each change. */
  version = 0
  readonly #ids: number[] = []

  record(eventId: number): void {
    this.version++
    this.#ids.push(eventId)
    if (this.#ids.length >= 2 * minRemembered) this.#ids.splice(0, minRemembered)
  }

  /** Records changes of unknown events. From then on, `since` returns undefined for each earlier version. */
  forget(): void {
    // A version without an id: all earlier versions lie further back than `#ids` reaches.
    this.version++
    this.#ids.length = 0
  }

  /** The events of the changes after a version, in order; undefined if not all of them are known. */
  since(version: number): readonly number[] | undefined {
    const firstIndex = this.#ids.length - (this.version - version)
    return firstIndex < 0 ? undefined : this.#ids.slice(firstIndex)
  }
}
