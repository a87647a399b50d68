import {
  FRAME_BAD_COUNT,
  FRAME_LINE,
  FRAME_UNDECIDED,
  octetCountLength,
  readOctetCount,
} from './octet-count.ts'
import { PartialFrame } from './partial-frame.ts'
import { trimmedEnd } from './trim.ts'

const LF = 0x0a
const CR = 0x0d
const NUL = 0

/** Bytes [start, end) of a frame, valid during the call. `length` is more than end - start when the frame was cut at the limit. */
export type OnFrame = (bytes: Buffer, start: number, end: number, length: number) => void

export interface StreamFramerOptions {
  /** Bytes of a frame that are delivered; the rest is discarded and counted. */
  maxFrameBytes: number
  onFrame: OnFrame
}

type State = 'start' | 'line' | 'counted' | 'skip-counted'

/**
 * Cuts a byte stream into syslog frames (RFC 6587): octet counted when a frame begins with a count, else ended by LF, CR LF or NUL. Frames
 * do not depend on the chunks. Memory is bounded by maxFrameBytes, whatever a count claims. `delivered`, `discarded`, `framing` and `pending`
 * add up to the bytes fed.
 */
export class StreamFramer {
  readonly #max: number
  readonly #onFrame: OnFrame
  readonly #carry: PartialFrame
  #state: State = 'start'
  /** Bytes of the line so far, those past the limit included; and how many CR it ends with so far. */
  #lineLength = 0
  #lineCrs = 0
  /** Octet count of the frame being read; of a frame being skipped, what is left of it. */
  #count = 0

  /** Frames delivered; of these, cut at the limit or by the end of the stream. */
  frames = 0
  truncated = 0
  /** Frames without a byte, not delivered. */
  empty = 0
  /** Octet counts that were not believed. */
  errors = 0
  /** Bytes of frames delivered; past the limit; of counts, delimiters and trailing CR, LF and NUL. */
  delivered = 0
  discarded = 0
  framing = 0

  constructor(options: StreamFramerOptions) {
    this.#max = options.maxFrameBytes
    this.#onFrame = options.onFrame
    this.#carry = new PartialFrame(options.maxFrameBytes)
  }

  /** Bytes fed that are in no counter yet: those of an unfinished frame, whether they are held or past the limit. */
  get pending(): number {
    return this.#state === 'line' ? this.#lineLength : this.#carry.length
  }

  /** Memory that an unfinished frame takes: at most maxFrameBytes, or 32 if that is less. */
  get heldBytes(): number {
    return this.#carry.bytes.length
  }

  feed(chunk: Buffer): void {
    let at = 0
    // The next delimiters in this chunk; kept so that a chunk is searched once for each.
    let lf = -1
    let nul = -1
    while (at < chunk.length) {
      switch (this.#state) {
        case 'start':
          at = this.#begin(chunk, at)
          break
        case 'line': {
          if (lf < at) lf = positionOf(chunk, LF, at)
          if (nul < at) nul = positionOf(chunk, NUL, at)
          at = this.#readLine(chunk, at, Math.min(lf, nul))
          break
        }
        case 'counted':
          at = this.#readCounted(chunk, at)
          break
        case 'skip-counted': {
          const skipped = Math.min(this.#count, chunk.length - at)
          this.discarded += skipped
          this.#count -= skipped
          at += skipped
          if (this.#count === 0) this.#state = 'start'
          break
        }
      }
    }
  }

  /** Delivers the rest of the stream as a frame, and resets all but the counters. */
  end(): void {
    const { bytes, length } = this.#carry
    if (this.#state === 'counted') this.#deliver(bytes, 0, length, this.#count)
    if (this.#state === 'start' && length > 0) {
      this.#addToLine(bytes, 0, length)
      this.#state = 'line'
    }
    if (this.#state === 'line' && this.#lineLength > 0) this.#deliverLine(bytes, 0, length)
    this.#restart()
  }

  /** Decides the framing of the next frame; reads no more of the chunk than that needs. */
  #begin(chunk: Buffer, start: number): number {
    const carry = this.#carry
    let at = start
    let kind: number
    if (carry.length === 0) kind = readOctetCount(chunk, at, chunk.length)
    else {
      do {
        carry.append(chunk, at, at + 1)
        at++
        kind = readOctetCount(carry.bytes, 0, carry.length)
      } while (kind === FRAME_UNDECIDED && at < chunk.length)
    }
    if (kind === FRAME_UNDECIDED) {
      if (carry.length === 0) carry.append(chunk, at, chunk.length)
      return chunk.length
    }
    if (kind === FRAME_LINE || kind === FRAME_BAD_COUNT) {
      if (kind === FRAME_BAD_COUNT) this.errors++
      this.#state = 'line'
      return this.#rereadCarried(start, at)
    }
    this.#state = 'counted'
    this.#count = kind
    const header = octetCountLength(kind)
    this.framing += header
    if (carry.length === 0) return at + header
    carry.dropFirst(header)
    return at
  }

  /** Moves the carried bytes to a line, except the last one, which may end it: the chunk is read from there. */
  #rereadCarried(start: number, at: number): number {
    if (at === start) return at
    this.#carry.dropLast()
    this.#addToLine(this.#carry.bytes, 0, this.#carry.length)
    return at - 1
  }

  /** Reads up to `delimiter`, which may be the end of the chunk. */
  #readLine(chunk: Buffer, start: number, delimiter: number): number {
    const carry = this.#carry
    const ends = delimiter < chunk.length
    if (this.#lineLength === 0 && ends) {
      this.#addToLine(chunk, start, delimiter)
      this.#deliverLine(chunk, start, delimiter - start)
    } else {
      carry.append(chunk, start, delimiter)
      this.#addToLine(chunk, start, delimiter)
      if (ends) this.#deliverLine(carry.bytes, 0, carry.length)
    }
    if (!ends) return delimiter
    this.framing++
    this.#restart()
    return delimiter + 1
  }

  #addToLine(bytes: Uint8Array, start: number, end: number): void {
    let at = end
    while (at > start && bytes[at - 1] === CR) at--
    this.#lineCrs = at === start ? this.#lineCrs + end - start : end - at
    this.#lineLength += end - start
  }

  /** Delivers the line of which the first `held` bytes are at `start`. */
  #deliverLine(bytes: Buffer, start: number, held: number): void {
    const length = this.#lineLength - this.#lineCrs
    this.framing += this.#lineCrs
    if (length === 0) this.empty++
    else this.#emit(bytes, start, Math.min(held, length), length)
  }

  #readCounted(chunk: Buffer, start: number): number {
    const wanted = Math.min(this.#count, this.#max)
    const carry = this.#carry
    if (carry.length === 0 && chunk.length - start >= wanted) {
      this.#deliver(chunk, start, wanted, this.#count)
      return this.#skipRest(start + wanted, wanted)
    }
    const taken = Math.min(wanted - carry.length, chunk.length - start)
    carry.append(chunk, start, start + taken)
    if (carry.length === wanted) {
      this.#deliver(carry.bytes, 0, wanted, this.#count)
      this.#skipRest(0, wanted)
    }
    return start + taken
  }

  /** After `wanted` bytes of a counted frame: the next frame, or the rest of this one. */
  #skipRest(at: number, wanted: number): number {
    const rest = this.#count - wanted
    this.#restart()
    if (rest > 0) {
      this.#state = 'skip-counted'
      this.#count = rest
    }
    return at
  }

  /** Delivers a counted frame of which `held` bytes are at `start`. Delimiters at its end are not part of it. */
  #deliver(bytes: Buffer, start: number, held: number, count: number): void {
    const end = held < count ? start + held : trimmedEnd(bytes, start, start + held)
    const trimmed = start + held - end
    this.framing += trimmed
    if (end === start) this.empty++
    else this.#emit(bytes, start, end - start, count - trimmed)
  }

  #emit(bytes: Buffer, start: number, size: number, length: number): void {
    const kept = Math.min(size, this.#max)
    this.frames++
    this.delivered += kept
    if (kept < length) this.truncated++
    // Of a counted frame the rest has not been fed yet, or never will be.
    if (this.#state === 'line') this.discarded += length - kept
    this.#onFrame(bytes, start, start + kept, length)
  }

  #restart(): void {
    this.#state = 'start'
    this.#lineLength = 0
    this.#lineCrs = 0
    this.#count = 0
    this.#carry.clear()
  }
}

/** The first such byte at or behind `from`, else the end of the chunk. */
function positionOf(chunk: Buffer, byte: number, from: number): number {
  const at = chunk.indexOf(byte, from)
  return at === -1 ? chunk.length : at
}
