import { setImmediate, setTimeout } from 'node:timers/promises'

/** Maximum pause after a slice, no matter how long the slice was. */
const maxPauseMs = 50

/** Resolves when the pause after the latest turn is over. */
let pauseEnd: Promise<unknown> = Promise.resolve()

/**
 * Waits for a turn of the event loop, in which the caller runs a slice of work of some milliseconds. Callers
 * get their turns one at a time, in order. After each slice follows a pause of the same length, so together
 * they use about half of the thread. Without pauses, a short request, which needs several turns of the loop,
 * would wait for a slice at each.
 */
export function nextTurn(): Promise<unknown> {
  const turn = pauseEnd.then(() => setImmediate())
  pauseEnd = turn.then(async () => {
    const beganAt = performance.now()
    // The caller runs its slice before the loop continues.
    await setImmediate()
    const workedMs = performance.now() - beganAt
    if (workedMs >= 1) await setTimeout(Math.min(workedMs, maxPauseMs))
  })
  return turn
}

/** Number of steps of a numeric loop that take a few milliseconds. */
const stepsPerTurn = 20_000

/** Makes a long computation yield to the event loop every few milliseconds, at little cost for a step. */
export class WorkTurns {
  #steps = 0

  /**
   * Counts completed steps. Returns the promise of a turn when one is due, which the caller awaits before it
   * continues. Otherwise returns undefined, so that a loop that tests for it awaits nothing.
   */
  after(steps: number): Promise<unknown> | undefined {
    this.#steps += steps
    if (this.#steps < stepsPerTurn) return undefined
    this.#steps = 0
    return nextTurn()
  }
}
