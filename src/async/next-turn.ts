import { setImmediate, setTimeout } from 'node:timers/promises'

/** Maximum rest, no matter how long the work was. */
const maxRestMs = 50

/** Ends with the rest after the latest turn. */
let rested: Promise<unknown> = Promise.resolve()

/**
 * A turn of the event loop, for a slice of work that takes some milliseconds. Waiters get their turns one by
 * one in their order, each after a rest as long as the work of the one before. So together they take at most
 * half of the thread: a short request needs several turns of the loop, and would wait for a slice at each.
 */
export function nextTurn(): Promise<unknown> {
  const turn = rested.then(() => setImmediate())
  rested = turn.then(async () => {
    const grantedMs = performance.now()
    // The waiter works before the loop continues.
    await setImmediate()
    const workedMs = performance.now() - grantedMs
    if (workedMs >= 1) await setTimeout(Math.min(workedMs, maxRestMs))
  })
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
