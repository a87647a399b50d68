import { trimmedEnd } from './bytes.ts'
import type { OnFrame, StreamFramerOptions } from './frame-delivery.ts'
import { PartialFrame } from './partial-frame.ts'

/**
 * Splits a byte stream at a delimiter such as LF or NUL. Trims CR, LF and NUL from the end of a whole frame,
 * and skips empty frames. Memory is limited by maxFrameBytes.
 */
export class DelimiterFramer {
  readonly #delimiter: number
  readonly #maxFrameBytes: number
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
    this.#maxFrameBytes = maxFrameBytes
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

  /** Does nothing, since no frame waits. */
  flush(): void {}

  /** Delivers the remaining bytes as a frame. */
  end(): void {
    this.#deliverCarried()
  }

  #deliverCarried(): void {
    const { bytes, length } = this.#carry
    this.#deliver(bytes, 0, Math.min(length, this.#length), this.#length)
    this.#length = 0
    this.#carry.clear()
  }

  /** Delivers a frame of `length` bytes, of which bytes [start, end) are available. */
  #deliver(bytes: Buffer, start: number, end: number, length: number): void {
    const availableBytes = end - start
    // The end of a cut frame is missing, so its last bytes are no delimiters.
    if (availableBytes < length || availableBytes > this.#maxFrameBytes) {
      this.#onFrame(bytes, start, start + Math.min(availableBytes, this.#maxFrameBytes), length)
      return
    }
    const trimmed = trimmedEnd(bytes, start, end)
    if (trimmed > start) this.#onFrame(bytes, start, trimmed, trimmed - start)
  }
}
