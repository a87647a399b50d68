import type { OnFrame, StreamFramerOptions } from './frame-delivery.ts'
import { PartialFrame } from './partial-frame.ts'
import { trimmedEnd } from './trim.ts'

/**
 * Splits a byte stream at a delimiter such as LF or NUL. Trims CR, LF and NUL, and skips empty frames. Memory
 * is limited by maxFrameBytes.
 */
export class DelimiterFramer {
  readonly #delimiter: number
  readonly #max: number
  readonly #onFrame: OnFrame
  readonly #carry: PartialFrame
  /** Bytes of the unfinished frame, including bytes beyond the limit. */
  #length = 0
  /** A delimiter cannot be wrong, so there are no framing errors. */
  readonly errors = 0
  /** A frame is complete at its delimiter, no matter what follows. */
  readonly isWaiting = false

  constructor(delimiter: number, { maxFrameBytes, onFrame }: StreamFramerOptions) {
    this.#delimiter = delimiter
    this.#max = maxFrameBytes
    this.#onFrame = onFrame
    this.#carry = new PartialFrame(maxFrameBytes)
  }

  feed(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; ) {
      const found = chunk.indexOf(this.#delimiter, at)
      const end = found === -1 ? chunk.length : found
      if (found !== -1 && this.#length === 0) this.#deliver(chunk, at, end, end - at)
      else {
        this.#carry.append(chunk, at, end)
        this.#length += end - at
        if (found !== -1) this.#deliverCarried()
      }
      at = end + 1
    }
  }

  flush(): void {}

  /** Delivers the rest of the stream as a frame. */
  end(): void {
    this.#deliverCarried()
  }

  #deliverCarried(): void {
    const { bytes, length } = this.#carry
    this.#deliver(bytes, 0, Math.min(length, this.#length), this.#length)
    this.#length = 0
    this.#carry.clear()
  }

  /** Delivers a frame whose bytes [start, end) are available. */
  #deliver(bytes: Buffer, start: number, end: number, length: number): void {
    const held = end - start
    if (held < length || held > this.#max) {
      this.#onFrame(bytes, start, start + Math.min(held, this.#max), length)
      return
    }
    const last = trimmedEnd(bytes, start, end)
    if (last > start) this.#onFrame(bytes, start, last, last - start)
  }
}
