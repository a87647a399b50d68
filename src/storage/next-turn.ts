import { setImmediate } from 'node:timers/promises'

let last: Promise<unknown> = Promise.resolve()

/**
 * A turn of the event loop of one's own, for a slice of work that takes this process some milliseconds: of all that wait for one, one goes
 * on between two looks at what has come in. Whoever comes later goes later, so many slices of one never hold up the others.
 */
export function nextTurn(): Promise<unknown> {
  last = last.then(() => setImmediate())
  return last
}
