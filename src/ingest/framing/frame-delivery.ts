import { trimmedEnd } from './bytes.ts'

/**
 * Receives bytes [start, end) of a frame, valid during the call. `originalLength` is the length of the frame
 * before it was cut at the limit.
 */
export type OnFrame = (bytes: Buffer, start: number, end: number, originalLength: number) => void

/** Where frames go, and how long they may be. */
export interface StreamFramerOptions {
  /** Maximum bytes of a frame that are delivered. Further bytes are discarded and counted. */
  maxFrameBytes: number
  onFrame: OnFrame
}

/** Base class of StreamFramer: delivers frames, and counts them and their bytes. */
export class FrameDelivery {
  protected readonly maxFrameBytes: number
  readonly #onFrame: OnFrame

  /** Delivered frames. */
  frames = 0
  /** Delivered frames that were cut, at the limit or by the end of the stream. */
  truncated = 0
  /** Empty frames, not delivered. */
  empty = 0
  /** Octet counts that were rejected or turned out to be wrong, and lines in place of a count. */
  errors = 0
  /** Bytes of delivered frames. */
  delivered = 0
  /** Bytes of frames beyond the limit. Counted by the subclass. */
  discarded = 0
  /** Bytes of counts, delimiters and trailing CR, LF and NUL. */
  framing = 0

  constructor({ maxFrameBytes, onFrame }: StreamFramerOptions) {
    this.maxFrameBytes = maxFrameBytes
    this.#onFrame = onFrame
  }

  /**
   * Delivers a frame of `length` bytes, without delimiters at its end. Its first `availableBytes` are at
   * `start`; the others are missing.
   */
  protected deliver(bytes: Buffer, start: number, availableBytes: number, length: number): void {
    const availableEnd = start + availableBytes
    // The end of a cut frame is missing, so its last bytes are no delimiters.
    const end = availableBytes < length ? availableEnd : trimmedEnd(bytes, start, availableEnd)
    const trimmedBytes = availableEnd - end
    this.framing += trimmedBytes
    if (end === start) this.empty++
    else this.emit(bytes, start, end - start, length - trimmedBytes)
  }

  /** Delivers a frame as `deliver` does, but with its delimiters. Returns how many bytes were delivered. */
  protected emit(bytes: Buffer, start: number, availableBytes: number, length: number): number {
    const deliveredBytes = Math.min(availableBytes, this.maxFrameBytes)
    this.frames++
    this.delivered += deliveredBytes
    if (deliveredBytes < length) this.truncated++
    this.#onFrame(bytes, start, start + deliveredBytes, length)
    return deliveredBytes
  }
}
