import { createContext } from 'react'

/** Running computations of one query of the user, to be stopped together. */
export class Stops {
  readonly #stops = new Set<() => Promise<void>>()

  /** Returns a function that removes it again. */
  add(stop: () => Promise<void>): () => void {
    this.#stops.add(stop)
    return () => this.#stops.delete(stop)
  }

  /** Throws the first error after all were called. */
  async stopAll(): Promise<void> {
    await Promise.all([...this.#stops].map(stop => stop()))
  }
}

export const StopContext = createContext(new Stops())
