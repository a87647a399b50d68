import pLimit from 'p-limit'
import { Fault } from '../../schema/fault.ts'

/** Maximum concurrent hashes: so they take at most 64 MiB, and not all threads of Node's pool. */
const maxRunning = 2

/** Maximum waiting hashes of one class. */
const maxWaiting = 256
/** Maximum waiting hashes of one requester, so that one requester does not fill its class. */
const maxWaitingPerRequester = 64

/** The requester of a hash, for a fair order. */
export interface HashRequester {
  /** Whether it signed in before; it then does not wait behind strangers. */
  isKnown: boolean
  key: string
}

/**
 * The queue of password hashes: two run, others wait within bounds. Requesters take turns, and so do the
 * classes of known requesters and of strangers: guesses from many addresses do not delay users who signed in
 * before for long.
 */
export class HashQueue {
  readonly #limit = pLimit(maxRunning)
  /** The class that comes first at the next turn; it alternates, even if that class has no waiting hash. */
  #first: 'known' | 'strangers' = 'known'
  readonly #known = new WaitingHashes()
  readonly #strangers = new WaitingHashes()

  /** Runs `hash` when it is its turn. Throws overloaded when too many wait. */
  async run<Hash>({ isKnown, key }: HashRequester, hash: () => Promise<Hash>): Promise<Hash> {
    if (this.#limit.activeCount < maxRunning) return this.#limit(hash)
    const { promise, resolve, reject } = Promise.withResolvers<Hash>()
    const waiting = isKnown ? this.#known : this.#strangers
    waiting.add(key, () => hash().then(resolve, reject))
    // p-limit frees one place for each waiting hash; the hash that takes it is chosen then.
    void this.#limit(async () => this.#next()?.())
    return promise
  }

  /** Takes the next hash of the class that comes first, or else of the other class. */
  #next(): (() => Promise<void>) | undefined {
    if (this.#first === 'known') {
      this.#first = 'strangers'
      return this.#known.shift() ?? this.#strangers.shift()
    }
    this.#first = 'known'
    return this.#strangers.shift() ?? this.#known.shift()
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
      // Deleted and set again, the requester is last in the order.
      if (queue.length > 0) this.#byRequester.set(key, queue)
      this.#count--
      return start
    }
    return undefined
  }
}
