import { backoffMs } from '../../async/backoff.ts'

const retryDelay = { minMs: 200, maxMs: 5_000 }
/** With this many waiting retries, only one new item is tried at a time while new items fail. */
const maxRetried = 32
/** After this many consecutive failures of a part, a success makes all its retries due. */
const outageFailures = 2

interface Retried<Item> {
  item: Item
  dueAt: number
}

/** Retries of one part of the destination, one at a time. */
interface Part<Item> {
  readonly retried: Retried<Item>[]
  /** Consecutive failures. */
  failures: number
  dueAt: number
  isBusy: boolean
}

/**
 * An ordered queue of new items, and of retries by the part of the destination that failed. Each part has its
 * own delays and never delays new items, or retries of another part. New items wait longer after several
 * failures of the whole. Times are milliseconds of one clock.
 */
export class DeliveryQueue<Item> {
  readonly #fresh: Item[] = []
  readonly #parts = new Map<string, Part<Item>>()
  #failures = 0
  #freshAt = 0
  #heldUntil = 0

  get size(): number {
    return this.#fresh.length + this.#retries
  }

  *[Symbol.iterator](): Iterator<Item> {
    for (const { retried } of this.#parts.values()) for (const { item } of retried) yield item
    yield* this.#fresh
  }

  /**
   * The next item that was never tried, and all retries. None of the other items was added earlier than all
   * of these.
   */
  *heads(): Iterable<Item> {
    for (const { retried } of this.#parts.values()) for (const { item } of retried) yield item
    if (this.#fresh[0] !== undefined) yield this.#fresh[0]
  }

  add(item: Item): void {
    this.#fresh.push(item)
  }

  /** Takes the next item that was never tried, if it is due. */
  takeFresh(now: number): Item | undefined {
    return Math.max(this.#freshAt, this.#heldUntil) <= now ? this.#fresh.shift() : undefined
  }

  /** Takes the item after the last `takeFresh`, if it belongs to it. */
  takeNextIf(belongs: (item: Item) => boolean): Item | undefined {
    const [first] = this.#fresh
    const isTrial = this.#failures > 0 && this.#retries >= maxRetried
    return first !== undefined && !isTrial && belongs(first) ? this.#fresh.shift() : undefined
  }

  /** Takes a retry that is due. Its part gives no other one until `endRetry`. */
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

  /** When the next new item is due; undefined without new items. */
  get freshDueAt(): number | undefined {
    return this.#fresh.length === 0 ? undefined : Math.max(this.#freshAt, this.#heldUntil)
  }

  /** When the next retry is due; undefined without retries of a part that is free. */
  get retryDueAt(): number | undefined {
    let due: number | undefined
    for (const part of this.#parts.values()) {
      const [first] = part.retried
      if (first !== undefined && !part.isBusy) due = Math.min(due ?? Infinity, dueAtOf(part, first))
    }
    return due
  }

  /** Holds items that were never tried until this time; 0 releases them. */
  holdUntil(until: number): void {
    this.#heldUntil = until
  }

  /** Takes the oldest item. */
  takeOldest(): Item | undefined {
    for (const { retried } of this.#parts.values()) {
      const first = retried.shift()
      if (first !== undefined) return first.item
    }
    return this.#fresh.shift()
  }

  /** Delays new items: some were tried, none was taken, and the whole destination is the reason. */
  delayFresh(now: number): void {
    this.#failures++
    this.#freshAt = now + backoffMs(this.#failures, retryDelay)
  }

  /** Delays the retries of a part after a failed attempt. */
  delayPart(name: string, now: number): void {
    const part = this.#part(name)
    part.failures++
    part.dueAt = now + backoffMs(part.failures, retryDelay)
  }

  /** New items were taken, or a retry of a part: `name` is '' for new items. */
  recordSuccess(name = ''): void {
    this.#failures = 0
    this.#freshAt = 0
    const part = this.#parts.get(name)
    if (part === undefined) return
    if (part.failures >= outageFailures) for (const retry of part.retried) retry.dueAt = 0
    part.failures = 0
    part.dueAt = 0
  }

  /** The retry that a part gave has ended. */
  endRetry(name: string): void {
    this.#part(name).isBusy = false
  }

  /** Puts an item back after its `failures`-th failure, because of this part. */
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
