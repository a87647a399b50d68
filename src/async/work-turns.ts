import { nextTurn } from './next-turn.ts'

/** Steps of a numeric loop that take a few milliseconds. */
const stepsPerTurn = 20_000

/** Yields to the event loop during a long computation, after every few thousand steps. */
export class WorkTurns {
  #steps = 0

  /** Counts completed steps. When a turn is due, returns its promise, to be awaited before continuing. */
  after(steps: number): Promise<unknown> | undefined {
    this.#steps += steps
    if (this.#steps < stepsPerTurn) return undefined
    this.#steps = 0
    return nextTurn()
  }
}
