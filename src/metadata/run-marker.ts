import type { Facts } from './facts.ts'
import type { Clock } from './tables.ts'

const key = 'running_since'

/** Notes in the metadata that a run of the service goes on: one that ended without taking its note away did not end by itself. */
export class RunMarker {
  readonly #facts: Pick<Facts, 'get' | 'set' | 'remove'>
  readonly #clock: Clock

  constructor(facts: Pick<Facts, 'get' | 'set' | 'remove'>, clock: Clock) {
    this.#facts = facts
    this.#clock = clock
  }

  /** Begins a run; answers when the one before began (Unix microseconds) if that did not end, undefined if it did. On disk before it resolves. */
  async begin(): Promise<number | undefined> {
    const before = await this.#facts.get(key)
    await this.#facts.set(key, this.#clock())
    return typeof before === 'number' ? before : undefined
  }

  /** The run has ended, and everything is on disk. */
  async end(): Promise<void> {
    await this.#facts.remove(key)
  }
}
