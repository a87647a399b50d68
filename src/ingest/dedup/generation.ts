import type { RowContent } from '../spool/rows/row-content.ts'

/**
 * One half of the window cache: a hash table in typed arrays, which costs the garbage collector nothing.
 * Slots are only added; a dead one stays until the generation is cleared.
 */
export class Generation implements RowContent {
  readonly bytes: Buffer
  readonly view: DataView
  readonly capacity: number
  readonly hashes: Int32Array
  /** Event id of the window. */
  readonly ids: Float64Array
  /** First occurrence, microseconds. */
  readonly firsts: Float64Array
  /** Last touch, milliseconds of the monotonic clock; -Infinity: dead. */
  readonly touched: Float64Array
  /** The newest row of repeats in batch `batches[slot]`. */
  readonly rows: Int32Array
  readonly batches: Float64Array
  size = 0
  used = 0

  readonly #heads: Int32Array
  readonly #next: Int32Array
  readonly #starts: Int32Array
  readonly #headEnds: Int32Array
  readonly #messageStarts: Int32Array
  readonly #ends: Int32Array

  // The content that `select` chose.
  start = 0
  headEnd = 0
  messageStart = 0
  end = 0

  constructor(capacity: number, bytes: number) {
    this.capacity = capacity
    this.bytes = Buffer.allocUnsafeSlow(bytes)
    this.view = new DataView(this.bytes.buffer, this.bytes.byteOffset, bytes)
    this.hashes = new Int32Array(capacity)
    this.ids = new Float64Array(capacity)
    this.firsts = new Float64Array(capacity)
    this.touched = new Float64Array(capacity)
    this.rows = new Int32Array(capacity)
    this.batches = new Float64Array(capacity)
    // Long chains cost a cache line for each slot, and most lookups find nothing: four heads for each slot
    // leave most chains empty.
    this.#heads = new Int32Array(4 * 2 ** Math.ceil(Math.log2(capacity + 1))).fill(-1)
    this.#next = new Int32Array(capacity)
    this.#starts = new Int32Array(capacity)
    this.#headEnds = new Int32Array(capacity)
    this.#messageStarts = new Int32Array(capacity)
    this.#ends = new Int32Array(capacity)
  }

  hasRoom(bytes: number): boolean {
    return this.size < this.capacity && this.used + bytes <= this.bytes.length
  }

  /** First slot of the hash's chain, -1 for none. */
  head(hash: number): number {
    return this.#heads[hash & (this.#heads.length - 1)] ?? -1
  }

  next(slot: number): number {
    return this.#next[slot] ?? -1
  }

  /** Makes this object the content of a slot. */
  select(slot: number): void {
    this.start = this.#starts[slot] ?? 0
    this.headEnd = this.#headEnds[slot] ?? 0
    this.messageStart = this.#messageStarts[slot] ?? 0
    this.end = this.#ends[slot] ?? 0
  }

  /** Adds a slot. Requires `hasRoom`. */
  add(content: RowContent, hash: number, id: number, first: number, now: number): number {
    const slot = this.size++
    const start = this.used
    const shift = start - content.start
    content.bytes.copy(this.bytes, start, content.start, content.end)
    this.used += content.end - content.start
    this.hashes[slot] = hash
    this.ids[slot] = id
    this.firsts[slot] = first
    this.touched[slot] = now
    this.batches[slot] = -1
    this.#starts[slot] = start
    this.#headEnds[slot] = content.headEnd + shift
    this.#messageStarts[slot] = content.messageStart + shift
    this.#ends[slot] = this.used
    const bucket = hash & (this.#heads.length - 1)
    this.#next[slot] = this.#heads[bucket] ?? -1
    this.#heads[bucket] = slot
    return slot
  }

  clear(): void {
    this.#heads.fill(-1)
    this.size = 0
    this.used = 0
  }
}
