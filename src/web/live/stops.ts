import { createContext } from 'react'

/** What is computed for one question of a person, to be stopped at once. */
export class Stops {
  readonly #stops = new Set<() => Promise<void>>()

  /** Returns the function that takes it out again. */
  add(stop: () => Promise<void>): () => void {
    this.#stops.add(stop)
    return () => this.#stops.delete(stop)
  }

  /** Throws the first error, after all were asked. */
  async stopAll(): Promise<void> {
    await Promise.all([...this.#stops].map(stop => stop()))
  }
}

export const StopContext = createContext(new Stops())
