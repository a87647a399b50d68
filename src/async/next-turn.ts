import { setImmediate, setTimeout } from 'node:timers/promises'

/** Maximum rest, no matter how long the work was. */
const maxRestMs = 50

let last: Promise<unknown> = Promise.resolve()

/**
 * A turn of the event loop, for a slice of work that takes some milliseconds. Resumes waiters one by one in
 * their order, resting as long as the previous one worked. All together take at most half of the thread,
 * which matters since a short question needs several turns of the loop.
 */
export function nextTurn(): Promise<unknown> {
  const before = last
  const turn = before.then(async () => {
    const granted = performance.now()
    // Lets the work of this turn run first.
    await setImmediate()
    const workedMs = performance.now() - granted
    if (workedMs >= 1) await setTimeout(Math.min(workedMs, maxRestMs))
  })
  last = turn
  return turn
}

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
