import { createContext } from 'react'

/** Functions that stop the computations of one page, called together by its stop button. */
export class Stops {
  readonly #stops = new Set<() => Promise<void>>()

  /** Returns a function that removes `stop` again. */
  add(stop: () => Promise<void>): () => void {
    this.#stops.add(stop)
    return () => this.#stops.delete(stop)
  }

  /** Calls all functions. Throws the first error. */
  async stopAll(): Promise<void> {
    await Promise.all([...this.#stops].map(stop => stop()))
  }
}

/** The stop functions of the page that contains a component. */
export const StopContext = createContext(new Stops())
