import { setImmediate, setTimeout } from 'node:timers/promises'

/** A rest is not longer, however long the work was. */
const maxRestMs = 50

let last: Promise<unknown> = Promise.resolve()

/**
 * A turn of the event loop, for a slice of work that takes some milliseconds. One waiter goes on at a time; the next follows after a rest
 * as long as the work before it, so that all of them take half of the thread at most: a short question needs several turns of the loop.
 * Waiters are served in their order.
 */
export function nextTurn(): Promise<unknown> {
  const before = last
  const turn = before.then(async () => {
    const granted = performance.now()
    // The work of the turn before is done meanwhile.
    await setImmediate()
    const workedMs = performance.now() - granted
    if (workedMs >= 1) await setTimeout(Math.min(workedMs, maxRestMs))
  })
  last = turn
  return turn
}
