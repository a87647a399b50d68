import type { RowContent } from '../spool/rows/row-content.ts'
import { sameSignature, signatureHash } from '../spool/rows/signature.ts'

/** Length and maximum number of deduplication windows. */
export interface WindowBounds {
  /** Length of a window in microseconds; 0 turns deduplication off. */
  windowMicros: number
  /** Maximum windows of all signatures together. */
  maxWindows: number
  /** Maximum bytes of their contents. */
  maxBytes: number
}

/** Maximum number of open windows of one signature; a further one closes the oldest. */
const maxOpenWindows = 4
/** Maximum slots searched in one hash chain; windows further back are not found. */
const maxChainSlots = 64
/** Passed as `wanted` to search by time instead of by id. */
const anyId = -1

/**
 * The open deduplication windows, by signature. A window is a span of event time, [first, first + window). An
 * occurrence belongs to the newest window of its signature that contains it. A window closes when no
 * occurrence was added for the length of a window (in real time), when its signature has four newer ones, or
 * when memory is full. To approximate LRU, windows are in two generations: used ones move to the current one,
 * and when that is full, the other one is dropped.
 */
export class WindowCache {
  readonly #bounds: WindowBounds
  readonly #windowMillis: number
  readonly #seed = Math.floor(Math.random() * 0x7fff_ffff)
  #current: Generation
  #previous: Generation
  // Result of the last search: the hash of the signature, and slot and event id of the window that was found
  // (-1 for none).
  #hash = 0
  #slot = -1
  #isInPrevious = false
  #id = -1
  /** Number of open windows of the signature. */
  #openWindows = 0
  // The oldest open window of the signature: its slot, generation and event id.
  #oldest = -1
  #isOldestInPrevious = false
  #oldestId = 0

  /** Number of open windows evicted because memory was full, and of windows too large to be opened. */
  evicted = 0

  constructor(bounds: WindowBounds) {
    this.#bounds = bounds
    this.#windowMillis = bounds.windowMicros / 1_000
    const capacity = Math.max(1, Math.ceil(bounds.maxWindows / 2))
    const bytes = Math.max(1, Math.ceil(bounds.maxBytes / 2))
    this.#current = new Generation(capacity, bytes)
    this.#previous = new Generation(capacity, bytes)
  }

  /** The generation of the slot that `find` returned, until the next `find`, `open` or `restore`. */
  get windows(): Generation {
    return this.#current
  }

  /**
   * Finds and touches the window of an occurrence at `ts` (microseconds). Returns its slot, -1 for none.
   * `now`: milliseconds of a monotonic clock.
   */
  find(content: RowContent, ts: number, now: number): number {
    if (this.#bounds.windowMicros === 0) return -1
    this.#search(content, ts, now, anyId)
    if (this.#slot === -1) return -1
    const slot = this.#isInPrevious ? this.#promote(this.#slot, now) : this.#slot
    this.#current.touched[slot] = now
    return slot
  }

  /** Opens a window of event `id` at `first`. Call it right after `find` returned -1 for the content. */
  open(content: RowContent, id: number, first: number, now: number): void {
    if (this.#bounds.windowMicros === 0) return
    const bytes = content.end - content.start
    if (bytes > this.#current.bytes.length) {
      this.evicted++
      return
    }
    if (this.#openWindows >= maxOpenWindows) {
      // Only a restored window can be older than all open ones.
      if (id < this.#oldestId) return
      const generation = this.#isOldestInPrevious ? this.#previous : this.#current
      generation.touched[this.#oldest] = Number.NEGATIVE_INFINITY
    }
    if (!this.#current.hasRoom(bytes)) this.#rotate(now)
    this.#current.add(content, this.#hash, id, first, now)
  }

  /** Restores a window of an earlier run, last touched at `touched`. A known window only gets that touch. */
  restore(content: RowContent, id: number, first: number, touched: number): void {
    if (this.#bounds.windowMicros === 0) return
    this.#search(content, first, touched, id)
    if (this.#slot === -1) {
      this.open(content, id, first, touched)
      return
    }
    const generation = this.#isInPrevious ? this.#previous : this.#current
    generation.touched[this.#slot] = Math.max(touched, generation.touched[this.#slot] ?? 0)
  }

  /** Searches for the window of event `wanted`; for `anyId`, for the newest window that contains `ts`. */
  #search(content: RowContent, ts: number, now: number, wanted: number): void {
    this.#hash = signatureHash(content, this.#seed)
    this.#slot = -1
    this.#id = -1
    this.#openWindows = 0
    this.#oldestId = Number.POSITIVE_INFINITY
    this.#searchIn(this.#current, false, content, ts, now, wanted)
    if (this.#previous.size > 0) this.#searchIn(this.#previous, true, content, ts, now, wanted)
  }

  #searchIn(
    generation: Generation,
    isPrevious: boolean,
    content: RowContent,
    ts: number,
    now: number,
    wanted: number,
  ): void {
    const { hashes, touched, firsts, ids } = generation
    const hash = this.#hash
    const window = this.#bounds.windowMicros
    let steps = maxChainSlots
    for (let slot = generation.head(hash); slot !== -1 && steps > 0; slot = generation.next(slot)) {
      steps--
      if (hashes[slot] !== hash || now - (touched[slot] ?? 0) >= this.#windowMillis) continue
      generation.select(slot)
      if (!sameSignature(generation, content)) continue
      const id = ids[slot] ?? 0
      this.#openWindows++
      if (id < this.#oldestId) {
        this.#oldestId = id
        this.#oldest = slot
        this.#isOldestInPrevious = isPrevious
      }
      const first = firsts[slot] ?? 0
      const isWanted = wanted === anyId ? ts >= first && ts < first + window && id > this.#id : id === wanted
      if (isWanted) {
        this.#id = id
        this.#slot = slot
        this.#isInPrevious = isPrevious
      }
    }
  }

  /** Moves a window of the previous generation to the current one. */
  #promote(slot: number, now: number): number {
    const from = this.#previous
    const id = from.ids[slot] ?? 0
    const first = from.firsts[slot] ?? 0
    const row = from.rows[slot] ?? 0
    const batch = from.batches[slot] ?? -1
    from.touched[slot] = Number.NEGATIVE_INFINITY
    from.select(slot)
    let content: RowContent = from
    if (!this.#current.hasRoom(from.end - from.start)) {
      content = copyContent(from)
      this.#rotate(now)
    }
    const moved = this.#current.add(content, this.#hash, id, first, now)
    this.#current.rows[moved] = row
    this.#current.batches[moved] = batch
    return moved
  }

  /** Evicts the previous generation; the current one becomes the previous. */
  #rotate(now: number): void {
    const { touched, size } = this.#previous
    for (let slot = 0; slot < size; slot++) {
      if (now - (touched[slot] ?? 0) < this.#windowMillis) this.evicted++
    }
    this.#previous.clear()
    const empty = this.#previous
    this.#previous = this.#current
    this.#current = empty
  }
}

function copyContent(content: RowContent): RowContent {
  const bytes = Buffer.from(content.bytes.subarray(content.start, content.end))
  return {
    bytes,
    view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
    start: 0,
    headEnd: content.headEnd - content.start,
    messageStart: content.messageStart - content.start,
    end: bytes.length,
  }
}

/**
 * One half of the window cache: a hash table in typed arrays, which cost the garbage collector nothing. Slots
 * are only added. A dead slot stays until the generation is cleared.
 */
class Generation implements RowContent {
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
  /** The newest row of repeats, which is valid only in batch number `batches[slot]`. */
  readonly rows: Int32Array
  /** Number of the batch of `rows[slot]`; -1 for none. */
  readonly batches: Float64Array
  /** Number of slots in use. */
  size = 0
  usedBytes = 0

  /** The first slot of each hash chain; -1 for none. */
  readonly #heads: Int32Array
  /** The next slot of the chain, by slot; -1 at its end. */
  readonly #next: Int32Array
  readonly #starts: Int32Array
  readonly #headEnds: Int32Array
  readonly #messageStarts: Int32Array
  readonly #ends: Int32Array

  // The content of the slot that `select` chose.
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
    // Most lookups find nothing. Four heads per slot leave most chains empty, which saves cache misses.
    this.#heads = new Int32Array(4 * 2 ** Math.ceil(Math.log2(capacity + 1))).fill(-1)
    this.#next = new Int32Array(capacity)
    this.#starts = new Int32Array(capacity)
    this.#headEnds = new Int32Array(capacity)
    this.#messageStarts = new Int32Array(capacity)
    this.#ends = new Int32Array(capacity)
  }

  hasRoom(bytes: number): boolean {
    return this.size < this.capacity && this.usedBytes + bytes <= this.bytes.length
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
    const start = this.usedBytes
    const shift = start - content.start
    content.bytes.copy(this.bytes, start, content.start, content.end)
    this.usedBytes += content.end - content.start
    this.hashes[slot] = hash
    this.ids[slot] = id
    this.firsts[slot] = first
    this.touched[slot] = now
    this.batches[slot] = -1
    this.#starts[slot] = start
    this.#headEnds[slot] = content.headEnd + shift
    this.#messageStarts[slot] = content.messageStart + shift
    this.#ends[slot] = this.usedBytes
    const bucket = hash & (this.#heads.length - 1)
    this.#next[slot] = this.#heads[bucket] ?? -1
    this.#heads[bucket] = slot
    return slot
  }

  clear(): void {
    this.#heads.fill(-1)
    this.size = 0
    this.usedBytes = 0
  }
}
