import { trimmedEnd } from './trim.ts'

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
  /** Number of octet counts that were rejected or turned out to be wrong. */
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

  /** Delivers a frame of `count` bytes, `held` of them at `start`, without trailing delimiters. */
  protected deliver(bytes: Buffer, start: number, held: number, count: number): void {
    // The end of a cut frame is missing, so its last bytes are no delimiters.
    const end = held < count ? start + held : trimmedEnd(bytes, start, start + held)
    const trimmed = start + held - end
    this.framing += trimmed
    if (end === start) this.empty++
    else this.emit(bytes, start, end - start, count - trimmed)
  }

  /** Delivers a frame of `length` bytes, `held` of them at `start`. Returns how many were delivered. */
  protected emit(bytes: Buffer, start: number, held: number, length: number): number {
    const kept = Math.min(held, this.maxFrameBytes)
    this.frames++
    this.delivered += kept
    if (kept < length) this.truncated++
    this.#onFrame(bytes, start, start + kept, length)
    return kept
  }
}
