/** Maximum memory that an idle connection keeps between frames. */
const maxIdleBytes = 4_096
/** Enough for the longest start of a frame that leaves the framing undecided. */
const minCapacityBytes = 32

/** The first `length` bytes of an unfinished frame. Grows up to a limit, beyond which bytes are dropped. */
export class PartialFrame {
  bytes: Buffer = Buffer.alloc(0)
  length = 0
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = Math.max(limit, minCapacityBytes)
  }

  /** Appends bytes [start, end), up to the limit. */
  append(source: Buffer, start: number, end: number): void {
    const added = Math.min(end - start, this.#limit - this.length)
    if (added <= 0) return
    const needed = this.length + added
    if (needed > this.bytes.length) {
      const grown = Buffer.allocUnsafeSlow(
        Math.min(this.#limit, Math.max(256, needed, this.bytes.length * 2)),
      )
      this.bytes.copy(grown, 0, 0, this.length)
      this.bytes = grown
    }
    source.copy(this.bytes, this.length, start, start + added)
    this.length = needed
  }

  dropFirst(count: number): void {
    this.bytes.copyWithin(0, count, this.length)
    this.length -= count
  }

  dropLast(count: number): void {
    this.length -= count
  }

  clear(): void {
    this.length = 0
    if (this.bytes.length > maxIdleBytes) this.bytes = Buffer.alloc(0)
  }
}
