import pLimit from 'p-limit'
import { Fault } from '../../schema/fault.ts'

/** Hashes at once, so that they never take more than 64 MiB nor all threads of Node's pool. */
const maxRunning = 2

/** Hashes that wait in one class. */
const maxWaiting = 256
/** Hashes that wait for one requester: fewer than for all, so that one does not fill the class. */
const maxWaitingPerRequester = 64

/** Whose hash it is, for a fair order. */
export interface HashRequester {
  /** Whether it signed in before: it then waits behind no stranger. */
  isKnown: boolean
  key: string
}

/**
 * The queue of password hashes: two run, others wait within bounds. Requesters take turns, and so do the class of the known ones and that
 * of strangers: guesses from many addresses do not delay users who signed in before for long.
 */
export class HashQueue {
  readonly #limit = pLimit(maxRunning)
  #wasKnown = false
  readonly #known = new WaitingHashes()
  readonly #strangers = new WaitingHashes()

  /** Runs `hash` in its turn. Throws overloaded when too many wait. */
  async run<Hash>({ isKnown, key }: HashRequester, hash: () => Promise<Hash>): Promise<Hash> {
    if (this.#limit.activeCount < maxRunning) return this.#limit(hash)
    const { promise, resolve, reject } = Promise.withResolvers<Hash>()
    const waiting = isKnown ? this.#known : this.#strangers
    waiting.add(key, () => hash().then(resolve, reject))
    // p-limit frees one place for each that waits; who takes it is decided then.
    void this.#limit(async () => this.#next()?.())
    return promise
  }

  #next(): (() => Promise<void>) | undefined {
    const [first, second] = this.#wasKnown ? [this.#strangers, this.#known] : [this.#known, this.#strangers]
    this.#wasKnown = !this.#wasKnown
    return first.shift() ?? second.shift()
  }
}

/** The hashes of one class that wait, by requester in the order of their turns. */
class WaitingHashes {
  #count = 0
  readonly #byRequester = new Map<string, (() => Promise<void>)[]>()

  add(key: string, start: () => Promise<void>): void {
    const queue = this.#byRequester.get(key) ?? []
    if (this.#count >= maxWaiting || queue.length >= maxWaitingPerRequester) {
      throw new Fault('overloaded', { retryAfter: 2 })
    }
    this.#count++
    queue.push(start)
    this.#byRequester.set(key, queue)
  }

  /** Takes the oldest hash of the requester whose turn it is. */
  shift(): (() => Promise<void>) | undefined {
    for (const [key, queue] of this.#byRequester) {
      const start = queue.shift()
      this.#byRequester.delete(key)
      // Deleted and set again, the requester is the last in turn.
      if (queue.length > 0) this.#byRequester.set(key, queue)
      this.#count--
      return start
    }
    return undefined
  }
}
