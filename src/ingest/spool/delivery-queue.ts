const minRetryMs = 200
const maxRetryMs = 5_000
/** With so many that were not taken, no other is tried. */
const maxRetried = 32
/** After so many failures in a row a success means that the trouble is over, for all. */
const outageFailures = 2

interface Retried<Item> {
  item: Item
  dueAt: number
}

/**
 * What waits to be delivered: in order, save for what was not taken, which comes again after a while of its own. After a failure the
 * others wait a little too, the longer the more failures there are in a row. Moments are milliseconds of one clock.
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

  add(item: Item): void {
    this.#fresh.push(item)
  }

  /** Takes out what is due. */
  takeDue(now: number): Item | undefined {
    const [first] = this.#retried
    if (first !== undefined && first.dueAt <= now) {
      this.#retried.shift()
      return first.item
    }
    const isTurn = Math.max(this.#freshAt, this.#heldUntil) <= now
    return isTurn && this.#retried.length < maxRetried ? this.#fresh.shift() : undefined
  }

  /** Takes out what comes after it in order, if it belongs to what `next` has just answered. */
  takeNextIf(belongs: (item: Item) => boolean): Item | undefined {
    const [first] = this.#fresh
    return first !== undefined && belongs(first) ? this.#fresh.shift() : undefined
  }

  /** When the next is due; undefined when there is none, or nothing but what comes back. */
  get dueAt(): number | undefined {
    const retry = this.#retried[0]?.dueAt
    const isOpen = this.#fresh.length > 0 && this.#retried.length < maxRetried
    const freshAt = Math.max(this.#freshAt, this.#heldUntil)
    if (retry === undefined) return isOpen ? freshAt : undefined
    return isOpen ? Math.min(retry, freshAt) : retry
  }

  /** Lets what was never tried wait until this moment; 0: no longer. */
  holdUntil(until: number): void {
    this.#heldUntil = until
  }

  /** Takes out the oldest. */
  takeOldest(): Item | undefined {
    return this.#retried.shift()?.item ?? this.#fresh.shift()
  }

  /** A try has failed: others wait a little. */
  recordFailure(now: number): void {
    this.#failures++
    this.#freshAt = now + retryDelayMs(this.#failures)
  }

  /** Puts back what was not taken, for the `failures`-th time. */
  retryLater(item: Item, failures: number, now: number): void {
    const dueAt = now + retryDelayMs(failures)
    const place = this.#retried.findIndex(other => other.dueAt > dueAt)
    this.#retried.splice(place === -1 ? this.#retried.length : place, 0, { item, dueAt })
  }

  recordSuccess(): void {
    this.#freshAt = 0
    if (this.#failures >= outageFailures) for (const retry of this.#retried) retry.dueAt = 0
    this.#failures = 0
  }
}

function retryDelayMs(failures: number): number {
  return Math.min(minRetryMs * 2 ** (failures - 1), maxRetryMs)
}
