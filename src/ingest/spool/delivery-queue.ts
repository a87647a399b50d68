import { backoffMs } from '../../async/backoff.ts'

const retryDelay = { minMs: 200, maxMs: 5_000 }
/** With this many retries, new items are tried one at a time after a failure of the whole destination. */
const maxRetried = 32
/** If a part fails this many times in a row, its next success makes all of its retries due. */
const outageFailures = 2

interface Retried<Item> {
  item: Item
  /** End of the item's own delay, which grows with its failures. */
  dueAt: number
}

/** Retries of one part of the destination, which run one at a time. */
interface Part<Item> {
  /** By `dueAt`. */
  readonly retried: Retried<Item>[]
  /** Failures of the part in a row. */
  failures: number
  /** End of the delay after the part's last failure; 0 after a success. */
  dueAt: number
  /** Whether a retry was taken and has not ended. */
  isBusy: boolean
}

/**
 * A queue of new items, in order, and of failed items that are retried. Retries are separate for each part of
 * the destination (such as a shard), so that a failing part delays neither new items nor retries of other
 * parts. New items wait longer after failures of the whole destination. Times are milliseconds of one clock.
 */
export class DeliveryQueue<Item> {
  /** New items, in order. */
  readonly #newItems: Item[] = []
  readonly #parts = new Map<string, Part<Item>>()
  /** Failures of the whole destination in a row. */
  #failures = 0
  // New items are due when both times have come.
  /** End of the delay after failures of the whole destination. */
  #newAt = 0
  /** See holdUntil. */
  #heldUntil = 0

  /** Number of items in the queue, without taken ones. */
  get size(): number {
    return this.#newItems.length + this.#retries
  }

  *[Symbol.iterator](): Iterator<Item> {
    for (const { retried } of this.#parts.values()) for (const { item } of retried) yield item
    yield* this.#newItems
  }

  /** All retries and the next new item. The oldest item of the queue is one of them. */
  *oldestCandidates(): Iterable<Item> {
    for (const { retried } of this.#parts.values()) for (const { item } of retried) yield item
    if (this.#newItems[0] !== undefined) yield this.#newItems[0]
  }

  add(item: Item): void {
    this.#newItems.push(item)
  }

  /** Takes the next new item, if it is due. */
  takeNew(now: number): Item | undefined {
    return Math.max(this.#newAt, this.#heldUntil) <= now ? this.#newItems.shift() : undefined
  }

  /**
   * Takes the next new item for a group, if `belongs` accepts it. Takes none while new items are tried one at
   * a time: see `maxRetried`.
   */
  takeNextIf(belongs: (item: Item) => boolean): Item | undefined {
    const [first] = this.#newItems
    const isTrial = this.#failures > 0 && this.#retries >= maxRetried
    return first !== undefined && !isTrial && belongs(first) ? this.#newItems.shift() : undefined
  }

  /** Takes a retry that is due. Its part returns no other retry until `endRetry`. */
  takeRetry(now: number): Item | undefined {
    for (const part of this.#parts.values()) {
      const [first] = part.retried
      if (first === undefined || part.isBusy || dueAtOf(part, first) > now) continue
      part.retried.shift()
      part.isBusy = true
      return first.item
    }
    return undefined
  }

  /** When the next new item is due; undefined if there is none. */
  get newDueAt(): number | undefined {
    return this.#newItems.length === 0 ? undefined : Math.max(this.#newAt, this.#heldUntil)
  }

  /** When the next retry is due; undefined if no idle part has one. */
  get retryDueAt(): number | undefined {
    let due: number | undefined
    for (const part of this.#parts.values()) {
      const [first] = part.retried
      if (first !== undefined && !part.isBusy) due = Math.min(due ?? Infinity, dueAtOf(part, first))
    }
    return due
  }

  /** Holds new items until this time; 0 releases them. */
  holdUntil(until: number): void {
    this.#heldUntil = until
  }

  /** Takes a retry, due or not. Without retries, which are older than new items, takes the next new item. */
  takeOldest(): Item | undefined {
    for (const { retried } of this.#parts.values()) {
      const first = retried.shift()
      if (first !== undefined) return first.item
    }
    return this.#newItems.shift()
  }

  /** Delays new items, after the whole destination has failed. */
  delayNew(now: number): void {
    this.#failures++
    this.#newAt = now + backoffMs(this.#failures, retryDelay)
  }

  /** Delays the retries of a part after a failed attempt. */
  delayPart(name: string, now: number): void {
    const part = this.#part(name)
    part.failures++
    part.dueAt = now + backoffMs(part.failures, retryDelay)
  }

  /** Ends the delays of new items and of part `name` after a success. Part '' is the whole destination. */
  recordSuccess(name = ''): void {
    this.#failures = 0
    this.#newAt = 0
    const part = this.#parts.get(name)
    if (part === undefined) return
    if (part.failures >= outageFailures) for (const retry of part.retried) retry.dueAt = 0
    part.failures = 0
    part.dueAt = 0
  }

  /** Lets a part return its next retry. */
  endRetry(name: string): void {
    this.#part(name).isBusy = false
  }

  /** Queues an item for a retry by part `name`, which caused the last of the item's `failures` failures. */
  retryLater(item: Item, failures: number, name: string, now: number): void {
    const { retried } = this.#part(name)
    const dueAt = now + backoffMs(failures, retryDelay)
    const place = retried.findIndex(other => other.dueAt > dueAt)
    retried.splice(place === -1 ? retried.length : place, 0, { item, dueAt })
  }

  #part(name: string): Part<Item> {
    const known = this.#parts.get(name)
    if (known !== undefined) return known
    const part = { retried: [], failures: 0, dueAt: 0, isBusy: false }
    this.#parts.set(name, part)
    return part
  }

  get #retries(): number {
    let retries = 0
    for (const { retried } of this.#parts.values()) retries += retried.length
    return retries
  }
}

function dueAtOf<Item>(part: Part<Item>, first: Retried<Item>): number {
  return Math.max(part.dueAt, first.dueAt)
}
