import { nextTurn } from '../async/next-turn.ts'

/** Steps of a loop over numbers that take some milliseconds. */
const stepsPerTurn = 20_000

/** Turns of the event loop for a long computation, after each some thousand of its steps. */
export class WorkTurns {
  #steps = 0

  /** Counts steps that were done. When a turn is due, its promise, to be awaited before going on. */
  after(steps: number): Promise<unknown> | undefined {
    this.#steps += steps
    if (this.#steps < stepsPerTurn) return undefined
    this.#steps = 0
    return nextTurn()
  }
}
