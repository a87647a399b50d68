import { Fault } from '../../schema/fault.ts'

/** Hashes at once, so that they never take more than 64 MiB nor all threads of Node's pool. */
const maxRunning = 2

/** Hashes that wait in one class. */
const maxWaiting = 256
/** Hashes that wait in the queue of one party: less than all, so that one does not fill the class. */
const maxWaitingPerRequester = 64

/** Whose hash it is, for fair turns. `known`: of somebody who signed in before, who waits behind no stranger. */
export interface HashRequester {
  isKnown: boolean
  key: string
}

/**
 * The queue for password hashes: two run, others wait within bounds. Parties take turns, and so do the class of the known and
 * that of strangers, so that whoever guesses from many addresses keeps out nobody who signed in before.
 */
export class HashQueue {
  #running = 0
  #knownWasLast = false
  readonly #known = new Waiting()
  readonly #strangers = new Waiting()

  /** Runs `hash` in its turn. Throws overloaded when too many wait. */
  async run<T>({ isKnown, key }: HashRequester, hash: () => Promise<T>): Promise<T> {
    if (this.#running < maxRunning) this.#running++
    else {
      const waiting = isKnown ? this.#known : this.#strangers
      // Whoever leaves hands its place on, so `#running` stays as it is.
      await waiting.turn(key)
    }
    try {
      return await hash()
    } finally {
      this.#leave()
    }
  }

  #leave(): void {
    const [first, second] = this.#knownWasLast
      ? [this.#strangers, this.#known]
      : [this.#known, this.#strangers]
    const next = first.next() ?? second.next()
    this.#knownWasLast = !this.#knownWasLast
    if (next === undefined) this.#running--
    else next()
  }
}

/** Those of one class who wait, by party, each party's turn after the others'. */
class Waiting {
  #count = 0
  readonly #parties = new Map<string, (() => void)[]>()

  turn(key: string): Promise<void> {
    const queue = this.#parties.get(key) ?? []
    if (this.#count >= maxWaiting || queue.length >= maxWaitingPerRequester) {
      throw new Fault('overloaded', { retryAfter: 2 })
    }
    this.#count++
    this.#parties.set(key, queue)
    return new Promise(resolve => queue.push(resolve))
  }

  next(): (() => void) | undefined {
    for (const [key, queue] of this.#parties) {
      const next = queue.shift()
      // At the end of the round, or gone.
      this.#parties.delete(key)
      if (queue.length > 0) this.#parties.set(key, queue)
      this.#count--
      return next
    }
    return undefined
  }
}
