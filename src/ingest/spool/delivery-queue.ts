import { backoffMs } from '../../async/backoff.ts'

const retryDelay = { minMs: 200, maxMs: 5_000 }
/** With this many waiting retries, no other item is tried. */
const maxRetried = 32
/** After this many consecutive failures a success ends an outage, and all retries become due. */
const outageFailures = 2

interface Retried<Item> {
  item: Item
  dueAt: number
}

/**
 * An ordered queue with a delay for each retry. A failure delays the other items too, longer after several
 * failures. Times are milliseconds of one clock.
 */
export class DeliveryQueue<Item> {
  readonly #fresh: Item[] = []
  readonly #retried: Retried<Item>[] = []
  #failures = 0
  #freshAt = 0
  #heldUntil = 0

  get size(): number {
    return this.#fresh.length + this.#retried.length
  }

  *[Symbol.iterator](): Iterator<Item> {
    for (const { item } of this.#retried) yield item
    yield* this.#fresh
  }

  /**
   * The next item that was never tried, and all retries. None of the other items was added earlier than all
   * of these.
   */
  *heads(): Iterable<Item> {
    for (const { item } of this.#retried) yield item
    if (this.#fresh[0] !== undefined) yield this.#fresh[0]
  }

  add(item: Item): void {
    this.#fresh.push(item)
  }

  /** Takes the next item that is due. */
  takeDue(now: number): Item | undefined {
    const [first] = this.#retried
    if (first !== undefined && first.dueAt <= now) {
      this.#retried.shift()
      return first.item
    }
    const isTurn = Math.max(this.#freshAt, this.#heldUntil) <= now
    return isTurn && this.#retried.length < maxRetried ? this.#fresh.shift() : undefined
  }

  /** Takes the item after the last `takeDue`, if it belongs to it. */
  takeNextIf(belongs: (item: Item) => boolean): Item | undefined {
    const [first] = this.#fresh
    return first !== undefined && belongs(first) ? this.#fresh.shift() : undefined
  }

  /** When the next item is due; undefined if the queue is empty. */
  get dueAt(): number | undefined {
    const retry = this.#retried[0]?.dueAt
    const isOpen = this.#fresh.length > 0 && this.#retried.length < maxRetried
    const freshAt = Math.max(this.#freshAt, this.#heldUntil)
    if (retry === undefined) return isOpen ? freshAt : undefined
    return isOpen ? Math.min(retry, freshAt) : retry
  }

  /** Holds items that were never tried until this time; 0 releases them. */
  holdUntil(until: number): void {
    this.#heldUntil = until
  }

  /** Takes the oldest item. */
  takeOldest(): Item | undefined {
    return this.#retried.shift()?.item ?? this.#fresh.shift()
  }

  /** Delays the other items after a failure. */
  recordFailure(now: number): void {
    this.#failures++
    this.#freshAt = now + backoffMs(this.#failures, retryDelay)
  }

  /** Puts an item back after its `failures`-th failure. */
  retryLater(item: Item, failures: number, now: number): void {
    const dueAt = now + backoffMs(failures, retryDelay)
    const place = this.#retried.findIndex(other => other.dueAt > dueAt)
    this.#retried.splice(place === -1 ? this.#retried.length : place, 0, { item, dueAt })
  }

  recordSuccess(): void {
    this.#freshAt = 0
    if (this.#failures >= outageFailures) for (const retry of this.#retried) retry.dueAt = 0
    this.#failures = 0
  }
}
