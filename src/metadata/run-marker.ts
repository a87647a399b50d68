import type { Facts } from './facts.ts'
import type { Clock } from './tables.ts'

const key = 'running_since'

/** A marker in the metadata while the service runs: a start that finds it follows an unclean end. */
export class RunMarker {
  readonly #facts: Pick<Facts, 'get' | 'set' | 'remove'>
  readonly #clock: Clock

  constructor(facts: Pick<Facts, 'get' | 'set' | 'remove'>, clock: Clock) {
    this.#facts = facts
    this.#clock = clock
  }

  /** Sets the marker. Returns the start (Unix microseconds) of the run before if that ended uncleanly, otherwise undefined. */
  async begin(): Promise<number | undefined> {
    const before = await this.#facts.get(key)
    await this.#facts.set(key, this.#clock())
    return typeof before === 'number' ? before : undefined
  }

  /** Removes the marker, once everything is on disk. */
  async end(): Promise<void> {
    await this.#facts.remove(key)
  }
}
