import { setImmediate, setTimeout } from 'node:timers/promises'

/** A longer slice of work is not made up for by a longer rest. */
const maxRestMs = 50

let last: Promise<unknown> = Promise.resolve()

/**
 * A turn of the event loop of one's own, for a slice of work that takes this process some milliseconds. Of all that wait for one, one goes
 * on at a time; the next follows after a rest as long as the work before it, so that all of them together take half of the thread at most: a
 * short question needs several turns of the loop, in each of which it would wait for a slice otherwise. Whoever comes later goes later.
 */
export function nextTurn(): Promise<unknown> {
  const before = last
  const turn = before.then(async () => {
    const granted = performance.now()
    // The work of the turn before is done in this one.
    await setImmediate()
    const workedMs = performance.now() - granted
    if (workedMs >= 1) await setTimeout(Math.min(workedMs, maxRestMs))
  })
  last = turn
  return turn
}
